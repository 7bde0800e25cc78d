package org.tersegrad.reducers.model;

/**
 * Names with wildcards: {@code *} is any number of letters, {@code ?} is one.
 *
 * <p>Only the last star ever gives letters back: whatever an earlier star could take instead, the last one can take as well.
 * So no more letters are compared than the pattern's length times the name's.
 */
final class Glob {
    private Glob() {}

    static boolean matches(CharSequence pattern, CharSequence name) {
        int p = 0;
        int n = 0;
        int afterStar = -1; // where the pattern goes on after the last star
        int taken = 0; // where the name goes on after what that star has taken
        while (n < name.length()) {
            char wanted = p < pattern.length() ? pattern.charAt(p) : 0;
            if (wanted == '*') {
                afterStar = ++p;
                taken = n;
            } else if (p < pattern.length() && (wanted == '?' || wanted == name.charAt(n))) {
                p++;
                n++;
            } else if (afterStar >= 0) {
                p = afterStar;
                n = ++taken;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '*') {
            p++;
        }
        return p == pattern.length();
    }
}

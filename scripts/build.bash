# Finds a JDK and builds a module if that is needed: shared by tersegrad and notebooks/run. Works with bash 3.2.
# Who sources it sets $name, for messages; $root, the folder with the root pom; and $module.

oldest_jdk=17

# Prints the version of the JDK in folder $1 as "17.0.2", or nothing.
jdk_version() {
    local line='' version=''
    if [ -r "$1/release" ]; then
        line=$(grep '^JAVA_VERSION=' "$1/release" || true)
        version=${line#JAVA_VERSION=}
    fi
    if [ -z "$version" ]; then
        version=$("$1/bin/java" -version 2>&1 | sed -n 's/.* version \("[^"]*"\).*/\1/p' | head -n 1 || true)
    fi
    version=${version//\"/}
    printf '%s' "${version%%[!0-9.]*}"
}

# Turns "17.0.2" into a number that can be compared: 17 000 002. Java 8 calls itself 1.8, which is just as old.
jdk_rank() {
    local major minor patch
    IFS=. read -r major minor patch _ <<< "$1.0.0"
    printf '%d' $((10#${major:-0} * 1000000 + 10#${minor:-0} * 1000 + 10#${patch:-0}))
}

# Sets $jdk to the newest JDK that runs; of equals the first found, so that JAVA_HOME wins.
find_java() {
    local home rank best=$((oldest_jdk * 1000000 - 1)) on_path=''
    jdk=''
    if on_path=$(command -v java); then
        on_path=$("$on_path" -XshowSettings:properties -version 2>&1 | sed -n 's/^ *java\.home = //p' || true)
    fi
    for home in "${JAVA_HOME:-}" "$on_path" /usr/lib/jvm/* "${HOME:-}"/.sdkman/candidates/java/* "${HOME:-}"/.jdks/* \
            /Library/Java/JavaVirtualMachines/*/Contents/Home; do
        # Without javac it is a mere runtime, and the first use has to build.
        [ -n "$home" ] && [ -x "$home/bin/java" ] && [ -x "$home/bin/javac" ] || continue
        rank=$(jdk_rank "$(jdk_version "$home")")
        if [ "$rank" -gt "$best" ] && "$home/bin/java" -version > /dev/null 2>&1; then
            best=$rank
            jdk=$home
        fi
    done
}

# Prints why the build of $module has to run, or nothing.
why_build() {
    local jar newer
    jar=$(built_jar)
    if [ -z "$jar" ]; then
        printf 'it is not built yet'
        return
    fi
    newer=$(cd "$root" && find pom.xml parent codecs compressors reducers testkit error-feedback contrib convergence "$module" \
        -name target -prune -o -type f -newer "$jar" \
        \( -name pom.xml -o -path '*/src/main/*' \) -print | head -n 1)
    [ -z "$newer" ] || printf '%s has changed' "$newer"
}

# Prints the jar that $module is run from, if it is there.
built_jar() {
    local jar
    if [ "$module" = bench ]; then
        jar=$root/bench/target/benchmarks.jar
    else
        # Beside it a release leaves the jars of sources and Javadoc.
        jar=$(find "$root/$module/target" -maxdepth 1 -name "tersegrad-${module##*/}-*.jar" \
            ! -name '*-sources.jar' ! -name '*-javadoc.jar' 2> /dev/null | head -n 1)
        [ -d "$root/$module/target/lib" ] || jar=''
    fi
    [ ! -f "$jar" ] || printf '%s' "$jar"
}

# Passes on which module Maven is at, in one line on a terminal.
show_modules() {
    local line end='\n' shown=''
    local module_line='^\[INFO\] Building (.*) [^ ]+ +\[([0-9]+)/([0-9]+)\]$'
    [ ! -t 2 ] || [ "${TERM:-dumb}" = dumb ] || end='\033[K\r'
    while IFS= read -r line; do
        if [[ $line =~ $module_line ]]; then
            shown=${BASH_REMATCH[1]##*:: }
            printf "%s: building %d of %d, %s$end" "$name" "${BASH_REMATCH[2]}" "${BASH_REMATCH[3]}" "$shown" >&2
        fi
    done
    [ "$end" = '\n' ] || printf '\033[K' >&2
}

build() {
    local log started
    if ! command -v mvn > /dev/null; then
        echo "$name: $1, and Maven (mvn), which builds it, is not on the PATH." >&2
        exit 1
    fi
    echo "$name: building, because $1 ..." >&2
    # Old versions of a jar must not stay on the class path.
    rm -f "$root/$module/target/tersegrad-${module##*/}"-*.jar "$root"/bench/target/benchmarks.jar
    started=$(mktemp)
    log=$(mktemp)
    # What a newer javac warns of is no reason not to run.
    if ! (cd "$root" && JAVA_HOME=$jdk mvn -B package -pl "$module" -am -Dmaven.test.skip=true -Dwarnings=-nowarn 2>&1) \
        | tee "$log" | show_modules; then
        grep -v '^\[INFO\]' "$log" >&2 || true
        rm -f "$started" "$log"
        echo "$name: the build failed." >&2
        exit 1
    fi
    # The jar is as old as the start of the build, so that a file changed meanwhile counts as newer.
    touch -r "$started" "$(built_jar)"
    rm -f "$started" "$log"
}

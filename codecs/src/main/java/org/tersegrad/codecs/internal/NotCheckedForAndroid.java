package org.tersegrad.codecs.internal;

import java.lang.annotation.ElementType;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;

/** Exempts a class or a method from the build's check that the library links on Android. */
@Retention(RetentionPolicy.CLASS)
@Target({ElementType.TYPE, ElementType.METHOD})
public @interface NotCheckedForAndroid {
    /** Why it does no harm there. */
    String value();
}

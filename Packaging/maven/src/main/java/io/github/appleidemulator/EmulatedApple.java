package io.github.appleidemulator;

import java.lang.annotation.Documented;
import java.lang.annotation.ElementType;
import java.lang.annotation.Inherited;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.lang.annotation.Target;
import org.junit.jupiter.api.extension.ExtendWith;

/** Tests of this class can have an {@link AppleIdEmulator} as a parameter. One emulator serves all classes with the same options. */
@Documented
@Inherited
@Target(ElementType.TYPE)
@Retention(RetentionPolicy.RUNTIME)
@ExtendWith(AppleIdEmulatorExtension.class)
public @interface EmulatedApple {
    /** The program's options, such as {@code --strict}. */
    String[] options() default {};

    /** Whether each test begins without the sign-ins of others. Not for tests that run in parallel: give each a team of its own. */
    boolean resets() default true;
}

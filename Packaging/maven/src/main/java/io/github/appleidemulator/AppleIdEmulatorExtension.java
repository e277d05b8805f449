package io.github.appleidemulator;

import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.extension.BeforeEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** The extension of JUnit 5 behind {@link EmulatedApple}. The emulator ends with the run. */
public final class AppleIdEmulatorExtension implements ParameterResolver, BeforeEachCallback {
    private static final ExtensionContext.Namespace NAMESPACE = ExtensionContext.Namespace.create(AppleIdEmulatorExtension.class);

    /** For JUnit. */
    public AppleIdEmulatorExtension() {}

    @Override
    public void beforeEach(ExtensionContext context) {
        if (annotation(context).map(EmulatedApple::resets).orElse(true)) emulator(context).reset();
    }

    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
        return parameter.getParameter().getType() == AppleIdEmulator.class;
    }

    @Override
    public Object resolveParameter(ParameterContext parameter, ExtensionContext context) {
        return emulator(context);
    }

    private static AppleIdEmulator emulator(ExtensionContext context) {
        List<String> options = annotation(context).map(EmulatedApple::options).map(List::of).orElse(List.of());
        return context.getRoot().getStore(NAMESPACE).getOrComputeIfAbsent(options, Shared::start, Shared.class).emulator;
    }

    /** That of the class, or of a class around it. A class that names the extension itself has none. */
    private static Optional<EmulatedApple> annotation(ExtensionContext context) {
        return Stream.<Class<?>>iterate(context.getRequiredTestClass(), Objects::nonNull, Class::getEnclosingClass)
                .map(type -> type.getAnnotation(EmulatedApple.class))
                .filter(Objects::nonNull)
                .findFirst();
    }

    /** JUnit closes it at the end of the run. */
    private static final class Shared implements ExtensionContext.Store.CloseableResource {
        final AppleIdEmulator emulator;

        private Shared(AppleIdEmulator emulator) {
            this.emulator = emulator;
        }

        static Shared start(List<String> options) {
            return new Shared(AppleIdEmulator.start(options.toArray(new String[0])));
        }

        @Override
        public void close() {
            emulator.close();
        }
    }
}

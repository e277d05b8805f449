package io.github.appleidemulator;

import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;
import java.util.stream.Stream;

/** Where the program is. */
final class Program {
    private static final String NAME = "apple-id-emulator";

    private Program() {}

    /** The one that APPLE_ID_EMULATOR names, that of this platform's artifact, unpacked into the folder, or one on PATH. */
    static Path find(Path folder) {
        String named = System.getenv("APPLE_ID_EMULATOR");
        if (named != null && !named.isEmpty()) {
            if (isProgram(Path.of(named))) return Path.of(named);
            throw new EmulatorDidNotStartException("APPLE_ID_EMULATOR names " + named + ", which is not a program.");
        }
        Path packaged = unpack(folder);
        if (packaged != null) return packaged;
        String path = System.getenv("PATH");
        return Stream.of(path == null ? new String[0] : path.split(File.pathSeparator))
                .map(entry -> Path.of(entry, NAME))
                .filter(Program::isProgram)
                .findFirst()
                .orElseThrow(() -> new EmulatorDidNotStartException("This package has no " + NAME + " for " + platform()
                        + ". Install one of its packages or build it from source, and put it on PATH or name it in APPLE_ID_EMULATOR."));
    }

    private static Path unpack(Path folder) {
        try (InputStream packed = Program.class.getResourceAsStream("programs/" + platform() + "/" + NAME)) {
            if (packed == null) return null;
            Path program = folder.resolve(NAME);
            Files.copy(packed, program);
            if (!program.toFile().setExecutable(true)) throw new IOException("cannot be made executable: " + program);
            return program;
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static String platform() {
        String processor = System.getProperty("os.arch");
        return System.getProperty("os.name").toLowerCase(Locale.ROOT) + "-" + (processor.equals("amd64") ? "x86_64" : processor);
    }
}

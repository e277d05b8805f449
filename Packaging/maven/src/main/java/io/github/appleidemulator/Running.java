package io.github.appleidemulator;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** The program as a child process. */
final class Running {
    // Becomes the program, beside a child that ends it, and removes its folder ($0), when standard input ends: when the test
    // that started it does, even by SIGKILL.
    private static final String WATCHER =
            "exec 3<&0; (while read -r line <&3; do :; done; kill -0 \"$$\" && rm -rf \"$0\"; kill \"$$\") >/dev/null 2>&1 & "
                    + "exec \"$@\" </dev/null 3<&-";
    private static final long GRACE_SECONDS = 10;

    private final Path folder;
    private final Thread hook = new Thread(this::end);
    private Process process;

    private Running(Path folder) {
        this.folder = folder;
    }

    /** Starts the program, and gives it to somebody together with the facts of its first line. */
    static Map.Entry<Running, Map<String, Object>> start(Duration limit, String... options) {
        try {
            Running running = new Running(Files.createTempDirectory("apple-id-emulator-"));
            try {
                return Map.entry(running, running.launch(List.of(options), limit));
            } catch (IOException | RuntimeException error) {
                running.end();
                throw error;
            }
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    private Map<String, Object> launch(List<String> options, Duration limit) throws IOException {
        List<String> words = new ArrayList<>(List.of("/bin/sh", "-c", WATCHER, folder.toString(), Program.find(folder).toString()));
        words.addAll(options);
        if (!options.contains("--listen")) words.addAll(List.of("--listen", "127.0.0.1:0"));
        if (!options.contains("--config") && !options.contains("--keys-in")) words.addAll(List.of("--keys-in", folder.toString()));
        process = new ProcessBuilder(words).redirectError(errorFile().toFile()).start();
        Runtime.getRuntime().addShutdownHook(hook);
        return Json.object(firstLine(limit));
    }

    /** Waits for the line of JSON that the program prints once it listens. */
    private String firstLine(Duration limit) {
        CompletableFuture<String> line = new CompletableFuture<>();
        Thread reader = new Thread(() -> read(line));
        reader.setDaemon(true);
        reader.start();
        try {
            String text = line.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (text != null) return text;
            throw didNotStart("apple-id-emulator ended with " + process.waitFor());
        } catch (TimeoutException late) {
            throw didNotStart("apple-id-emulator said nothing within " + Json.seconds(limit) + " seconds");
        } catch (InterruptedException error) {
            Thread.currentThread().interrupt();
            throw didNotStart("interrupted while apple-id-emulator started");
        } catch (java.util.concurrent.ExecutionException error) {
            throw didNotStart("apple-id-emulator cannot be read: " + error.getCause());
        }
    }

    private void read(CompletableFuture<String> line) {
        try {
            line.complete(new BufferedReader(new InputStreamReader(process.getInputStream(), StandardCharsets.UTF_8)).readLine());
        } catch (IOException error) {
            line.completeExceptionally(error);
        }
    }

    private EmulatorDidNotStartException didNotStart(String message) {
        return new EmulatorDidNotStartException(message + "\n" + errors());
    }

    /** What the program has written to standard error. */
    String errors() {
        try {
            return Files.exists(errorFile()) ? new String(Files.readAllBytes(errorFile()), StandardCharsets.UTF_8) : "";
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    void stop() {
        end();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException isShuttingDown) {
            // The hook runs, and finds nothing left.
        }
    }

    private synchronized void end() {
        if (process != null) endProcess();
        // There are only files in it. Whatever has gone already is no error.
        File[] files = folder.toFile().listFiles();
        for (File file : files == null ? new File[0] : files) file.delete();
        folder.toFile().delete();
    }

    private void endProcess() {
        process.destroy();
        try {
            if (!process.waitFor(GRACE_SECONDS, TimeUnit.SECONDS)) process.destroyForcibly().waitFor();
        } catch (InterruptedException error) {
            process.destroyForcibly();
            Thread.currentThread().interrupt();
        }
    }

    private Path errorFile() {
        return folder.resolve("standard-error");
    }
}

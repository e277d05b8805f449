package io.github.appleidemulator;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Flow;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** Control calls over HTTP. */
final class Connection {
    // A proxy of the environment is for other machines.
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).proxy(HttpClient.Builder.NO_PROXY).build();
    private final String base;

    Connection(String base) {
        this.base = base;
    }

    /** The lines of the answer, or null if it was not complete in time. */
    List<String> lines(String path, String method, Object body, Duration limit) {
        HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(base + "/_emulator" + path));
        if (body != null) request.header("Content-Type", "application/json");
        request.method(method, body == null ? HttpRequest.BodyPublishers.noBody() : HttpRequest.BodyPublishers.ofString(Json.text(body)));
        Lines lines = new Lines();
        AtomicInteger status = new AtomicInteger();
        CompletableFuture<HttpResponse<Void>> sent = client.sendAsync(request.build(), head -> {
            status.set(head.statusCode());
            return HttpResponse.BodySubscribers.fromLineSubscriber(lines);
        });
        sent.whenComplete((answer, error) -> {
            if (error != null) lines.onError(error);
        });
        try {
            List<String> found = lines.whole.get(limit.toMillis(), TimeUnit.MILLISECONDS);
            if (status.get() < 300) return found;
            throw new CallRefusedException(path, status.get(), Json.valueOrText(String.join("\n", found)));
        } catch (TimeoutException late) {
            sent.cancel(true);
            return null;
        } catch (ExecutionException error) {
            throw new UncheckedIOException(new IOException(path + ": " + error.getCause().getMessage(), error.getCause()));
        } catch (InterruptedException error) {
            sent.cancel(true);
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted during " + path, error);
        }
    }

    /** Gathers lines until the end, or until the stream says that events were missed, after which it goes on. */
    private static final class Lines implements Flow.Subscriber<String> {
        final CompletableFuture<List<String>> whole = new CompletableFuture<>();
        private final List<String> lines = new ArrayList<>();
        private Flow.Subscription subscription;
        private boolean hasMissed;

        @Override
        public void onSubscribe(Flow.Subscription subscription) {
            this.subscription = subscription;
            subscription.request(Long.MAX_VALUE);
        }

        @Override
        public void onNext(String line) {
            lines.add(line);
            if (hasMissed && line.startsWith("data: ")) {
                whole.complete(List.copyOf(lines));
                subscription.cancel();
            }
            hasMissed = hasMissed || line.equals("event: missed");
        }

        @Override
        public void onError(Throwable error) {
            whole.completeExceptionally(error);
        }

        @Override
        public void onComplete() {
            whole.complete(List.copyOf(lines));
        }
    }
}

package io.github.appleidemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

@EmulatedApple
class CallsTest {
    private final AppleIdEmulator emulator;

    CallsTest(AppleIdEmulator emulator) {
        this.emulator = emulator;
    }

    @Test
    void aTeamHasItsOwnPeopleAndClients() {
        Team team = emulator.createTeam();
        Credential first = emulator.signIn("maya", new SignIn().app(team.app()));
        Credential other = emulator.signIn("maya");
        assertNotNull(first.name());
        assertNotNull(other.name());
        assertNotEquals(first.user(), other.user());
        assertTrue(team.privateKey().startsWith("-----BEGIN"));
    }

    @Test
    void aNameComesWithTheFirstSignInOnly() {
        assertEquals("Maya", emulator.signIn("maya").name().get("first"));
        assertNull(emulator.signIn("maya").name());
    }

    @Test
    void aPersonWhoDoesNotConfirmIsNotSignedIn() {
        assertThrows(SignInCanceledException.class, () -> emulator.signIn("maya", new SignIn().with("confirmation", "canceled")));
        assertEquals(SignInFailedException.class, assertThrows(SignInFailedException.class, () -> emulator.signIn("locked")).getClass());
    }

    @Test
    void anEventIsWaitedForWhileSomethingElseHappens() {
        CompletableFuture<Void> app = CompletableFuture.runAsync(() -> List.of("tomas", "maya").forEach(emulator::signIn));
        assertEquals(emulator.app(), emulator.waitFor("code_issued", Map.of("person", "maya")).get("client_id"));
        app.join();
    }

    @Test
    void aWaitEndsAfterItsTime() {
        assertThrows(EventTimeoutException.class, () -> emulator.waitFor("consent_given", Map.of("person", "maya"), Duration.ofMillis(100)));
    }

    @Test
    void aWaitSaysIfEventsWereLost() {
        List<Map<String, String>> people = IntStream.range(0, 1_100)
                .mapToObj(number -> Map.of("key", "p" + number, "email", "p" + number + "@example.com"))
                .collect(Collectors.toList());
        emulator.call("/people", Map.of("people", people));
        assertThrows(EventsMissedException.class, () -> emulator.waitFor("person_added", Map.of("person", "p0")));
    }

    @Test
    void aMisspeltEventIsRefusedAtOnce() {
        assertEquals("event_type_unknown", assertThrows(CallRefusedException.class, () -> emulator.waitFor("tokens_isued")).code());
    }

    @Test
    void aFaultLastsAsLongAsItShould() throws Exception {
        emulator.setFault("keys", "status", Map.of("status", 503, "times", 1));
        assertEquals(503, status(emulator.baseUrl() + "/auth/keys"));
        assertEquals(200, status(emulator.baseUrl() + "/auth/keys"));
    }

    @Test
    void applesPagesAreAnsweredForAPerson() {
        emulator.registerReturnUrl("http://localhost:5000/back");
        String page = emulator.baseUrl() + "/auth/authorize?response_type=code&state=s-1&client_id=" + emulator.service()
                + "&redirect_uri=http%3A%2F%2Flocalhost%3A5000%2Fback";
        assertTrue(emulator.approve(page, "maya").get("location").toString().contains("state=s-1"));
    }

    @Test
    void aWrongOptionIsReportedWithTheProgramsWords() {
        String message = assertThrows(EmulatorDidNotStartException.class, () -> AppleIdEmulator.start("--nonsense")).getMessage();
        assertTrue(message.matches("(?s).*ended with 2.*--nonsense.*"), message);
    }

    @Test
    void theProgramEndsWithTheBlock() {
        String address;
        try (AppleIdEmulator other = AppleIdEmulator.start("--strict")) {
            address = other.baseUrl();
            assertNotEquals(emulator.baseUrl(), address);
        }
        assertThrows(IOException.class, () -> status(address));
    }

    private static int status(String url) throws IOException, InterruptedException {
        return HttpClient.newHttpClient().send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.discarding()).statusCode();
    }
}

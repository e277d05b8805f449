package sample;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.google.gson.JsonObject;
import io.github.appleidemulator.AppleIdEmulator;
import io.github.appleidemulator.Credential;
import io.github.appleidemulator.EmulatedApple;
import io.github.appleidemulator.NewPerson;
import io.github.appleidemulator.SignIn;
import io.github.appleidemulator.Team;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;

@EmulatedApple
class AppleIdentityTest {
    private final AppleIdEmulator emulator;
    private final AppleIdentity identity;

    AppleIdentityTest(AppleIdEmulator emulator) {
        this.emulator = emulator;
        this.identity = new AppleIdentity(URI.create(emulator.baseUrl() + "/auth/keys"), emulator.issuer(), emulator.app());
    }

    @Test
    void aPersonsTokenIsAccepted() throws Exception {
        emulator.createPerson("ada", new NewPerson().first("Ada"));
        Credential credential = emulator.signIn("ada", new SignIn().nonce("n-1"));
        JsonObject claims = identity.verify(credential.identityToken(), "n-1");
        assertEquals(credential.user(), claims.get("sub").getAsString());
        assertEquals("ada@example.com", claims.get("email").getAsString());
    }

    @Test
    void aTokenOfAnotherSignInIsRefused() {
        Credential credential = emulator.signIn("maya", new SignIn().nonce("n-1"));
        refuses("of another sign-in", credential, "n-2");
    }

    @Test
    void aTokenForAnotherTeamsAppIsRefused() {
        Team team = emulator.createTeam();
        Credential credential = emulator.signIn("maya", new SignIn().app(team.app()).nonce("n-1"));
        refuses("for somebody else", credential, "n-1");
    }

    @Test
    void nobodyIsSignedInWhileAppleIsDown() {
        Credential credential = emulator.signIn("maya", new SignIn().nonce("n-1"));
        emulator.setFault("keys", "status", Map.of("status", 503));
        assertThrows(IOException.class, () -> identity.verify(credential.identityToken(), "n-1"));
        emulator.waitFor("fault_fired", Map.of("endpoint", "keys"));
    }

    private void refuses(String reason, Credential credential, String nonce) {
        assertEquals(reason, assertThrows(AppleIdentity.Refused.class, () -> identity.verify(credential.identityToken(), nonce)).getMessage());
    }
}

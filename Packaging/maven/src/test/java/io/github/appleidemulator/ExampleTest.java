package io.github.appleidemulator;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import io.github.appleidemulator.AppleIdEmulator;
import io.github.appleidemulator.Credential;
import io.github.appleidemulator.EmulatedApple;
import io.github.appleidemulator.NewPerson;
import io.github.appleidemulator.SignIn;
import java.util.Base64;
import org.junit.jupiter.api.Test;

@EmulatedApple
class ExampleTest {
    @Test
    void aPersonSignsIn(AppleIdEmulator emulator) {
        emulator.createPerson("ada", new NewPerson().first("Ada").last("Lovelace"));
        Credential credential = emulator.signIn("ada", new SignIn().nonce("n-1"));
        String claims = new String(Base64.getUrlDecoder().decode(credential.identityToken().split("\\.")[1]));
        assertTrue(claims.contains("\"aud\":\"" + emulator.app() + "\""));
        assertTrue(claims.contains("\"nonce\":\"n-1\""));
        assertEquals("ada@example.com", credential.email());
    }
}

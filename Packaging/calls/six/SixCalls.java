import io.github.appleidemulator.*;
import java.util.Map;

class SixCalls {
    public static void main(String[] arguments) {
        try (AppleIdEmulator emulator = AppleIdEmulator.start()) {
            Team team = emulator.createTeam();
            emulator.createPerson("ada", new NewPerson().first("Ada").last("Lovelace"));
            emulator.setFault("keys", "status", Map.of("status", 503, "times", 1));
            Credential credential = emulator.signIn("ada", new SignIn().app(team.app()).nonce("n-1"));
            Map<String, Object> event = emulator.waitFor("code_issued", Map.of("person", "ada"));
            System.out.println(credential.email() + " " + event.get("client_id").equals(team.app()));
        }
    }
}

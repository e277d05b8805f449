import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import io.github.appleidemulator.AppleIdEmulator;
import io.github.appleidemulator.CallRefusedException;
import io.github.appleidemulator.Credential;
import io.github.appleidemulator.NewPerson;
import io.github.appleidemulator.SignIn;
import io.github.appleidemulator.Team;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;

/** Makes the calls of cases.json with the artifact of Maven, and prints what each returned or threw. */
@SuppressWarnings("unchecked")
final class Driver {
    private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping()
            .setObjectToNumberStrategy(com.google.gson.ToNumberPolicy.LONG_OR_DOUBLE).create();

    public static void main(String[] arguments) throws Exception {
        if (arguments[0].equals("start")) {
            print(attempt(() -> {
                start().close();
                return "started";
            }));
            return;
        }
        try (AppleIdEmulator emulator = start()) {
            print(members("base_url", emulator.baseUrl(), "issuer", emulator.issuer(), "team_id", emulator.teamId(),
                    "key_id", emulator.keyId(), "key_file", emulator.keyFile(), "app", emulator.app(), "service", emulator.service()));
            if (arguments[0].equals("hold")) Thread.currentThread().join();
            String cases = Files.readString(Path.of(arguments[1]));
            for (Map<String, Object> given : (List<Map<String, Object>>) GSON.fromJson(cases, Object.class)) {
                Given values = new Given((Map<String, Object>) given.getOrDefault("arguments", Map.of()));
                print(attempt(() -> make(emulator, (String) given.get("call"), values)));
            }
        }
    }

    private static AppleIdEmulator start() {
        String option = System.getenv("DRIVER_OPTIONS");
        String[] options = option == null ? new String[0] : new String[] {option};
        String seconds = System.getenv("DRIVER_SECONDS");
        if (seconds == null) return AppleIdEmulator.start(options);
        return AppleIdEmulator.start(Duration.ofSeconds(Long.parseLong(seconds)), options);
    }

    private static Object make(AppleIdEmulator emulator, String call, Given given) {
        switch (call) {
            case "create_team":
                return plain(
                        given.has("team_id") ? emulator.createTeam(given.text("team_id"), given.texts("apps")) : emulator.createTeam());
            case "create_person":
                return given.size() == 1 ? emulator.createPerson(given.text("key"))
                        : emulator.createPerson(given.text("key"), person(given));
            case "sign_in":
                return plain(
                        given.size() == 1 ? emulator.signIn(given.text("person")) : emulator.signIn(given.text("person"), signIn(given)));
            case "wait_for":
                return waitFor(emulator, given);
            case "set_fault":
                return given.has("members") ? emulator.setFault(given.text("endpoint"), given.text("kind"), given.map("members"))
                        : emulator.setFault(given.text("endpoint"), given.text("kind"));
            case "approve":
                return given.size() == 2 ? emulator.approve(given.text("authorize_url"), given.text("person"))
                        : emulator.approve(given.text("authorize_url"), given.text("person"), given.without("authorize_url", "person"));
            case "stop_using":
                return given.has("client") ? emulator.stopUsing(given.text("person"), given.text("client"))
                        : emulator.stopUsing(given.text("person"));
            case "events":
                return given.has("types") ? emulator.events(List.of(given.texts("types")), given.map("members")) : emulator.events();
            case "log":
                return given.has("filters") ? emulator.log((Map<String, String>) (Map<?, ?>) given.map("filters")) : emulator.log();
            case "call":
                return given.has("method") ? emulator.call(given.text("path"), null, given.text("method"))
                        : given.has("body") ? emulator.call(given.text("path"), given.map("body")) : emulator.call(given.text("path"));
            default:
                return makeWithoutAnswer(emulator, call, given);
        }
    }

    private static Object makeWithoutAnswer(AppleIdEmulator emulator, String call, Given given) {
        switch (call) {
            case "clear_faults" -> emulator.clearFaults();
            case "register_return_url" -> {
                if (given.has("service")) emulator.registerReturnUrl(given.text("url"), given.text("service"), given.text("app"));
                else emulator.registerReturnUrl(given.text("url"));
            }
            case "advance_clock" -> emulator.advanceClock(Duration.ofSeconds((Long) given.values().get("seconds")));
            case "mark" -> emulator.mark();
            case "reset" -> emulator.reset();
            default -> throw new IllegalArgumentException(call);
        }
        return null;
    }

    private static Object waitFor(AppleIdEmulator emulator, Given given) {
        if (given.has("seconds")) {
            Duration limit = Duration.ofMillis((long) ((Double) given.values().get("seconds") * 1000));
            return emulator.waitFor(given.text("event"), given.map("members"), limit);
        }
        return given.has("members") ? emulator.waitFor(given.text("event"), given.map("members")) : emulator.waitFor(given.text("event"));
    }

    private static NewPerson person(Given given) {
        NewPerson person = new NewPerson();
        if (given.has("email")) person.email(given.text("email"));
        if (given.has("first")) person.first(given.text("first"));
        if (given.has("last")) person.last(given.text("last"));
        if (given.has("password")) person.password(given.text("password"));
        return person;
    }

    private static SignIn signIn(Given given) {
        SignIn how = new SignIn();
        if (given.has("app")) how.app(given.text("app"));
        if (given.has("nonce")) how.nonce(given.text("nonce"));
        if (given.has("scopes")) how.scopes(given.texts("scopes"));
        if (given.has("share_email")) how.shareEmail((Boolean) given.values().get("share_email"));
        if (given.has("more")) given.map("more").forEach(how::with);
        return how;
    }

    private static Object plain(Object value) {
        if (value instanceof Team team) {
            return members("team_id", team.teamId(), "key_id", team.keyId(), "private_key", team.privateKey(), "apps", team.apps(),
                    "app", team.app());
        }
        Credential credential = (Credential) value;
        return members("user", credential.user(), "identity_token", credential.identityToken(),
                "authorization_code", credential.authorizationCode(), "name", credential.name(), "email", credential.email(),
                "real_user_status", credential.realUserStatus());
    }

    private static Map<String, Object> attempt(Callable<Object> work) {
        try {
            return members("returned", work.call());
        } catch (CallRefusedException error) {
            return members("raised", error.getClass().getSimpleName(), "message", error.getMessage(), "status", error.status(),
                    "code", error.code());
        } catch (Exception error) {
            return members("raised", error.getClass().getSimpleName(), "message", error.getMessage());
        }
    }

    private static Map<String, Object> members(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            members.put((String) namesAndValues[index], namesAndValues[index + 1]);
        }
        return members;
    }

    private static void print(Object value) {
        System.out.println(GSON.toJson(value));
        System.out.flush();
    }

    /** The arguments of a case. */
    private record Given(Map<String, Object> values) {
        boolean has(String name) {
            return values.containsKey(name);
        }

        int size() {
            return values.size();
        }

        String text(String name) {
            return (String) values.get(name);
        }

        String[] texts(String name) {
            return ((List<String>) values.get(name)).toArray(new String[0]);
        }

        Map<String, Object> map(String name) {
            return (Map<String, Object>) values.getOrDefault(name, Map.of());
        }

        Map<String, Object> without(String... names) {
            Map<String, Object> rest = new LinkedHashMap<>(values);
            List.of(names).forEach(rest::remove);
            return rest;
        }
    }
}

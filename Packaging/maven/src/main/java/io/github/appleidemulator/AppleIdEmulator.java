package io.github.appleidemulator;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A running emulator. Without {@code --config} among the options it has an example: an app, a service, a team with a key, and
 * the people maya, tomas and aiko. Every emulator also has test people, such as declined and no-email, whose name decides what
 * happens when they sign in. Whatever has no method here can be reached with {@link #call(String, Object, String)}.
 */
public final class AppleIdEmulator implements AutoCloseable {
    private static final Duration PATIENCE = Duration.ofSeconds(30);
    private static final String LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789";
    // What the stream of events can be filtered by. Other members are compared here.
    private static final Set<String> FILTERS = Set.of("client_id", "team_id", "person");

    private final Running running;
    private final Map<String, Object> facts;
    private final Connection connection;
    private long position;

    private AppleIdEmulator(Running running, Map<String, Object> facts) {
        this.running = running;
        this.facts = facts;
        this.connection = new Connection(
                Stream.of("control_url", "loopback_url", "base_url").map(this::fact).filter(Objects::nonNull).findFirst().orElseThrow());
    }

    /** Starts an emulator on a free port of this machine, with options of the program such as {@code --strict}. */
    public static AppleIdEmulator start(String... options) {
        return start(PATIENCE, options);
    }

    /** Starts an emulator that has so much time to start. */
    public static AppleIdEmulator start(Duration limit, String... options) {
        Map.Entry<Running, Map<String, Object>> started = Running.start(limit, options);
        return new AppleIdEmulator(started.getKey(), started.getValue());
    }

    /** In place of {@code https://appleid.apple.com}. */
    public String baseUrl() {
        return fact("base_url");
    }

    /** The {@code iss} of its tokens. */
    public String issuer() {
        return fact("issuer");
    }

    /** The Team ID of the example. */
    public String teamId() {
        return fact("team_id");
    }

    /** The Key ID of the example. */
    public String keyId() {
        return fact("key_id");
    }

    /** The file of the private key, for client secrets. */
    public String keyFile() {
        return fact("key_file");
    }

    /** The bundle ID of the example's app. */
    public String app() {
        return fact("app");
    }

    /** The Services ID of the example. */
    public String service() {
        return fact("service");
    }

    /** Adds a team with a key and an app of its own, for tests that run in parallel. */
    public Team createTeam() {
        String drawn = new SecureRandom()
                .ints(10, 0, LETTERS.length())
                .mapToObj(index -> LETTERS.substring(index, index + 1))
                .collect(Collectors.joining());
        return createTeam(drawn, "com.example." + drawn.toLowerCase(Locale.ROOT));
    }

    /** Adds a team with these apps and a key. */
    public Team createTeam(String teamId, String... apps) {
        Map<String, Object> answer = object(call("/teams", members("team_id", teamId, "apps", List.of(apps))));
        return new Team((String) answer.get("team_id"), (String) answer.get("key_id"), (String) answer.get("private_key"), List.of(apps));
    }

    /** Adds a person, and returns the key that names the person in other calls. */
    public String createPerson(String key) {
        return createPerson(key, new NewPerson());
    }

    /** Adds a person with a name, an address or a password. */
    public String createPerson(String key, NewPerson person) {
        call("/people", person.members(key));
        return key;
    }

    /** Signs a person in to the example's app, as on a device. */
    public Credential signIn(String person) {
        return signIn(person, new SignIn());
    }

    /**
     * Signs a person in to an app, as on a device.
     *
     * @throws SignInCanceledException if the person does not confirm
     * @throws SignInFailedException if Apple refuses the person
     */
    @SuppressWarnings("unchecked")
    public Credential signIn(String person, SignIn how) {
        Map<String, Object> answer = object(call("/device/credentials", how.members(person, app())));
        if (answer.containsKey("error")) {
            String message = answer.get("domain") + " " + answer.get("code");
            throw answer.get("error").equals("canceled") ? new SignInCanceledException(message) : new SignInFailedException(message);
        }
        Long status = (Long) answer.get("real_user_status");
        return new Credential(
                (String) answer.get("user"), (String) answer.get("identity_token"), (String) answer.get("authorization_code"),
                (Map<String, String>) answer.get("name"), (String) answer.get("email"), status == null ? null : status.intValue());
    }

    /** Waits, without polling, for an event, for at most 30 seconds. */
    public Map<String, Object> waitFor(String type) {
        return waitFor(type, Map.of());
    }

    /** Waits for an event whose members are equal, such as {@code waitFor("code_redeemed", Map.of("person", "ada"))}. */
    public Map<String, Object> waitFor(String type, Map<String, ?> members) {
        return waitFor(type, members, PATIENCE);
    }

    /** Waits for so long. Events count from the last one that a wait returned, or from {@link #mark} or {@link #reset}. */
    public Map<String, Object> waitFor(String type, Map<String, ?> members, Duration limit) {
        long end = System.nanoTime() + limit.toNanos();
        Map<String, Object> query = members("types", type, "count", 1);
        members.forEach((name, value) -> {
            if (FILTERS.contains(name)) query.put(name, value);
        });
        for (long left = limit.toNanos(); left > 0; left = end - System.nanoTime()) {
            List<Map<String, Object>> found = readEvents(query, Duration.ofNanos(left));
            if (found == null || found.isEmpty()) break;
            position = ((Number) found.get(0).get("id")).longValue();
            if (matches(found.get(0), members)) return found.get(0);
        }
        String told = members.isEmpty() ? "" : " " + Json.text(members);
        throw new EventTimeoutException("no event " + type + told + " within " + Json.seconds(limit) + " seconds");
    }

    /** Makes an endpoint misbehave. */
    public Map<String, Object> setFault(String endpoint, String kind) {
        return setFault(endpoint, kind, Map.of());
    }

    /** Makes an endpoint misbehave, for instance {@code setFault("token", "status", Map.of("status", 503, "times", 2))}. */
    public Map<String, Object> setFault(String endpoint, String kind, Map<String, ?> members) {
        Map<String, Object> fault = members("kind", kind);
        fault.putAll(members);
        return object(call("/faults", members("endpoint", endpoint, "fault", fault)));
    }

    /** Removes every fault. */
    public void clearFaults() {
        call("/faults", null, "DELETE");
    }

    /** Answers Apple's pages for a person who shares the address. */
    public Map<String, Object> approve(String authorizeUrl, String person) {
        return approve(authorizeUrl, person, Map.of());
    }

    /** The same with members of the control call, such as {@code Map.of("cancel", true)} and {@code Map.of("share_email", false)}. */
    public Map<String, Object> approve(String authorizeUrl, String person, Map<String, ?> more) {
        Map<String, Object> body = members("authorize_url", authorizeUrl, "person", person, "share_email", true);
        body.putAll(more);
        return object(call("/approvals", body));
    }

    /** Adds a return URL to the example's service. */
    public void registerReturnUrl(String url) {
        registerReturnUrl(url, service(), app());
    }

    /** Adds a return URL to a service that shares the consent of an app. */
    public void registerReturnUrl(String url, String service, String app) {
        call("/services", members("id", service, "primary_app", app, "return_urls", List.of(url)));
    }

    /** The person stops using the example's app. The emulator revokes the tokens and sends the notification consent-revoked. */
    public Map<String, Object> stopUsing(String person) {
        return stopUsing(person, app());
    }

    /** The person stops using an app. */
    public Map<String, Object> stopUsing(String person, String client) {
        return object(call("/account/stop-using", members("person", person, "client", client)));
    }

    /** Moves the emulator's clock forward. */
    public void advanceClock(Duration duration) {
        call("/clock", members("advance", duration.toSeconds()));
    }

    /** The events since the last wait, of these types or of all. */
    public List<Map<String, Object>> events(String... types) {
        return events(List.of(types), Map.of());
    }

    /** The events since the last wait, of these types or of all, whose members are equal. */
    public List<Map<String, Object>> events(List<String> types, Map<String, ?> members) {
        Map<String, Object> query = members("wait", "false");
        if (!types.isEmpty()) query.put("types", String.join(",", types));
        List<Map<String, Object>> found = readEvents(query, PATIENCE);
        if (found == null) throw late("/events");
        return found.stream().filter(event -> matches(event, members)).collect(Collectors.toList());
    }

    /** Lets the next wait begin here, whatever happened before. */
    public void mark() {
        List<String> lines = connection.lines("/events?wait=false", "GET", null, PATIENCE);
        if (lines == null) throw late("/events");
        lines.stream().filter(line -> line.startsWith("id: ")).forEach(line -> position = Long.parseLong(line.substring(4)));
    }

    /** The requests so far, each with the reason if it was refused. */
    public List<Map<String, Object>> log() {
        return log(Map.of());
    }

    /** The requests so far. Filters: {@code client_id}, {@code path}, {@code cause}. */
    @SuppressWarnings("unchecked")
    public List<Map<String, Object>> log(Map<String, String> filters) {
        return (List<Map<String, Object>>) object(call(filters.isEmpty() ? "/log" : "/log?" + query(filters))).get("entries");
    }

    /** Forgets sign-ins, people that were added and everything else that was changed. Waits begin here. */
    public void reset() {
        call("/reset", Map.of());
        mark();
    }

    /** Reads from a control call. */
    public Object call(String path) {
        return call(path, null, "GET");
    }

    /** Makes a control call, such as {@code call("/switches", Map.of("flags_as_text", true))}. */
    public Object call(String path, Object body) {
        return call(path, body, "POST");
    }

    /** Makes any control call, and returns the answer's JSON as maps, lists, texts, flags and numbers, or null. */
    public Object call(String path, Object body, String method) {
        List<String> lines = connection.lines(path, method, body, PATIENCE);
        if (lines == null) throw late(path);
        String text = String.join("\n", lines);
        return text.isEmpty() ? null : Json.value(text);
    }

    /** What the program has written to standard error: its log. */
    public String errors() {
        return running.errors();
    }

    /** Ends the program. A second call does nothing. */
    @Override
    public void close() {
        running.stop();
    }

    /** The events after the position, or null if the stream did not end in time. */
    private List<Map<String, Object>> readEvents(Map<String, ?> query, Duration limit) {
        List<String> lines = connection.lines("/events?since=" + position + "&" + query(query), "GET", null, limit);
        if (lines == null) return null;
        List<Map<String, Object>> events = new ArrayList<>();
        String kind = "";
        for (String line : lines) {
            if (line.startsWith("event: ")) kind = line.substring("event: ".length());
            if (!line.startsWith("data: ")) continue;
            Map<String, Object> data = Json.object(line.substring("data: ".length()));
            if (kind.equals("missed")) throw new EventsMissedException(data.get("missed") + " events are no longer kept");
            events.add(data);
        }
        return events;
    }

    private static boolean matches(Map<String, Object> event, Map<String, ?> members) {
        return members.entrySet().stream().allMatch(member -> isEqual(event.get(member.getKey()), member.getValue()));
    }

    private static boolean isEqual(Object found, Object wanted) {
        if (found instanceof Number one && wanted instanceof Number other) return one.doubleValue() == other.doubleValue();
        return Objects.equals(found, wanted);
    }

    private static EventTimeoutException late(String path) {
        return new EventTimeoutException(path + ": no answer within " + Json.seconds(PATIENCE) + " seconds");
    }

    private static String query(Map<String, ?> members) {
        return members.entrySet().stream()
                .map(member -> member.getKey() + "=" + URLEncoder.encode(member.getValue().toString(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    private static Map<String, Object> members(Object... namesAndValues) {
        Map<String, Object> members = new LinkedHashMap<>();
        for (int index = 0; index < namesAndValues.length; index += 2) {
            members.put((String) namesAndValues[index], namesAndValues[index + 1]);
        }
        return members;
    }

    private String fact(String name) {
        return (String) facts.get(name);
    }
}

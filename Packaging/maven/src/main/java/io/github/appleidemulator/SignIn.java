package io.github.appleidemulator;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** How a person signs in to an app. */
public final class SignIn {
    private final Map<String, Object> members = new LinkedHashMap<>();

    /** Another app than the example's. */
    public SignIn app(String bundleId) {
        return with("bundle_id", bundleId);
    }

    /** The nonce as it is sent: hash it first if your app does. */
    public SignIn nonce(String nonce) {
        return with("nonce", nonce);
    }

    /** What the app asks for; {@code name} and {@code email} by default. */
    public SignIn scopes(String... scopes) {
        return with("scopes", List.of(scopes));
    }

    /** Whether the person shares the address; true by default. */
    public SignIn shareEmail(boolean isShared) {
        return with("share_email", isShared);
    }

    /** Any other member of the control call, such as {@code with("confirmation", "canceled")}. */
    public SignIn with(String member, Object value) {
        members.put(member, value);
        return this;
    }

    Map<String, Object> members(String person, String app) {
        Map<String, Object> all = new LinkedHashMap<>();
        all.put("person", person);
        all.put("bundle_id", app);
        all.put("scopes", List.of("name", "email"));
        all.put("share_email", true);
        all.putAll(members);
        return all;
    }
}

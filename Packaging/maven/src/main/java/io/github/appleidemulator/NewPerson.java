package io.github.appleidemulator;

import java.util.LinkedHashMap;
import java.util.Map;

/** What a person has besides a key. */
public final class NewPerson {
    private final Map<String, String> name = new LinkedHashMap<>();
    private String email;
    private String password;

    /** Another address than the key at example.com. */
    public NewPerson email(String email) {
        this.email = email;
        return this;
    }

    /** The given name. */
    public NewPerson first(String first) {
        name.put("first", first);
        return this;
    }

    /** The family name. */
    public NewPerson last(String last) {
        name.put("last", last);
        return this;
    }

    /** The password on Apple's pages. */
    public NewPerson password(String password) {
        this.password = password;
        return this;
    }

    Map<String, Object> members(String key) {
        Map<String, Object> members = new LinkedHashMap<>();
        members.put("key", key);
        members.put("email", email != null ? email : key + "@example.com");
        if (!name.isEmpty()) members.put("name", name);
        if (password != null) members.put("password", password);
        return members;
    }
}

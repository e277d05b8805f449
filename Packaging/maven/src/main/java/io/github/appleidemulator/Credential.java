package io.github.appleidemulator;

import java.util.Map;

/**
 * What Apple gives an app when a person signs in. Name and address come with the first sign-in only, and are null afterwards.
 *
 * @param user the person's identifier for the team
 * @param identityToken the identity token
 * @param authorizationCode the code, which a backend redeems
 * @param name {@code first} and {@code last}
 * @param email the address, or a relay address
 * @param realUserStatus 0, 1 or 2
 */
public record Credential(
        String user, String identityToken, String authorizationCode, Map<String, String> name, String email, Integer realUserStatus) {}

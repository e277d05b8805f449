package io.github.appleidemulator;

import java.util.List;

/**
 * A team that was added.
 *
 * @param teamId the Team ID
 * @param keyId the Key ID of its private key
 * @param privateKey the private key for its client secrets, in PEM
 * @param apps the bundle IDs of its apps
 */
public record Team(String teamId, String keyId, String privateKey, List<String> apps) {
    /** The first of its apps. */
    public String app() {
        return apps.get(0);
    }
}

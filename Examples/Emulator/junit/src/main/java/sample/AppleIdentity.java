package sample;

import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import java.io.IOException;
import java.math.BigInteger;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.Signature;
import java.security.spec.RSAPublicKeySpec;
import java.time.Instant;
import java.util.Base64;

/** Checks the identity tokens that Apple gave an app. */
public final class AppleIdentity {
    /** The token is not Apple's, or not for this sign-in. */
    public static final class Refused extends Exception {
        private static final long serialVersionUID = 1L;

        Refused(String message) {
            super(message);
        }
    }

    private final HttpClient client = HttpClient.newHttpClient();
    private final URI keys;
    private final String issuer;
    private final String app;

    public AppleIdentity(URI keys, String issuer, String app) {
        this.keys = keys;
        this.issuer = issuer;
        this.app = app;
    }

    /** The claims of a token of this sign-in. An IOException says that Apple cannot be reached. */
    public JsonObject verify(String token, String nonce) throws Refused, IOException, InterruptedException, GeneralSecurityException {
        String[] parts = token.split("\\.");
        JsonObject key = key(decoded(parts[0]).get("kid").getAsString());
        Signature signature = Signature.getInstance("SHA256withRSA");
        signature.initVerify(KeyFactory.getInstance("RSA").generatePublic(new RSAPublicKeySpec(number(key, "n"), number(key, "e"))));
        signature.update((parts[0] + "." + parts[1]).getBytes(StandardCharsets.US_ASCII));
        if (!signature.verify(Base64.getUrlDecoder().decode(parts[2]))) throw new Refused("not signed by Apple");
        JsonObject claims = decoded(parts[1]);
        boolean isOurs = issuer.equals(claims.get("iss").getAsString()) && app.equals(claims.get("aud").getAsString());
        if (!isOurs) throw new Refused("for somebody else");
        if (claims.get("exp").getAsLong() <= Instant.now().getEpochSecond()) throw new Refused("too old");
        if (!claims.has("nonce") || !claims.get("nonce").getAsString().equals(nonce)) throw new Refused("of another sign-in");
        return claims;
    }

    private JsonObject key(String id) throws Refused, IOException, InterruptedException {
        HttpResponse<String> answer = client.send(HttpRequest.newBuilder(keys).build(), HttpResponse.BodyHandlers.ofString());
        if (answer.statusCode() != 200) throw new IOException("Apple's keys: " + answer.statusCode());
        for (JsonElement key : JsonParser.parseString(answer.body()).getAsJsonObject().getAsJsonArray("keys")) {
            if (key.getAsJsonObject().get("kid").getAsString().equals(id)) return key.getAsJsonObject();
        }
        throw new Refused("not signed by Apple");
    }

    private static JsonObject decoded(String part) {
        return JsonParser.parseString(new String(Base64.getUrlDecoder().decode(part), StandardCharsets.UTF_8)).getAsJsonObject();
    }

    private static BigInteger number(JsonObject key, String member) {
        return new BigInteger(1, Base64.getUrlDecoder().decode(key.get(member).getAsString()));
    }
}

package io.github.appleidemulator;

import com.google.gson.Gson;
import com.google.gson.GsonBuilder;
import com.google.gson.JsonSyntaxException;
import com.google.gson.ToNumberPolicy;
import com.google.gson.reflect.TypeToken;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;

/** JSON as maps, lists, texts, flags and numbers, of which whole ones are long. */
final class Json {
    private static final Gson GSON =
            new GsonBuilder().setObjectToNumberStrategy(ToNumberPolicy.LONG_OR_DOUBLE).disableHtmlEscaping().create();

    private Json() {}

    static String text(Object value) {
        return GSON.toJson(value);
    }

    static Map<String, Object> object(String text) {
        return GSON.fromJson(text, new TypeToken<Map<String, Object>>() {}.getType());
    }

    static Object value(String text) {
        return GSON.fromJson(text, Object.class);
    }

    /** The value, or the text itself if it is not JSON. */
    static Object valueOrText(String text) {
        try {
            return GSON.getAdapter(Object.class).fromJson(text);
        } catch (JsonSyntaxException | java.io.IOException error) {
            return text;
        }
    }

    static String seconds(Duration duration) {
        return BigDecimal.valueOf(duration.toMillis(), 3).stripTrailingZeros().toPlainString();
    }
}

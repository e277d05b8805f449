package io.github.appleidemulator;

import java.util.Map;

/** The emulator refused a call. */
public final class CallRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    CallRefusedException(String path, int status, Object answer) {
        super(path + ": " + status + ": " + said(answer));
        this.status = status;
        this.code = answer instanceof Map<?, ?> members && members.get("error") instanceof String text ? text : null;
    }

    /** The status of the answer. */
    public int status() {
        return status;
    }

    /** The stable code of the refusal, or null. */
    public String code() {
        return code;
    }

    private static Object said(Object answer) {
        if (!(answer instanceof Map<?, ?> members)) return answer;
        return members.get("message") != null ? members.get("message") : members.get("error");
    }
}

import PasswordHashing
import SignInWithApple

extension SignInRefusal {
    /// What happened, in one sentence for a developer.
    package var meaning: String {
        switch self {
        case .clientUnknown: "No client of this name is configured."
        case .clientWrongKind: "The client is configured for another flow: native apps and browsers do not mix."
        case .returnTargetRefused: "The return address is neither a plain path of this service nor a configured one."
        case .attemptUnknown: "No sign-in was begun with this value, or it was cleared away after its end."
        case .attemptWrongFlow: "The sign-in was begun in the other flow."
        case .attemptExpired: "The sign-in was begun too long ago; ten minutes are allowed unless configured otherwise."
        case .attemptUsed:
            "This sign-in took another answer of Apple's, or took this one and its session is in use or over."
        case .attemptUnderWay: "The same answer of Apple's came a moment ago and is being worked on."
        case .attemptEnded: "The sign-in was cancelled, or its token failed verification too often."
        case .browserProofMissing: "The browser that came back does not carry the cookie of this sign-in."
        case .browserProofMismatch: "The cookie of the browser that came back belongs to another sign-in."
        case .authorizationRefused: "Apple sent the browser back with an error other than a cancellation."
        case .identityTokenMissing: "Apple's answer holds a code but no identity token."
        case .codeMalformed: "The authorization code is empty, longer than 2 KiB or not visible ASCII."
        case .token(let reason): "The identity token was refused by the verifier: \(reason.code)."
        case .notification(let reason): "The notification was refused by the verifier: \(reason.code)."
        case .consentRevoked: "The person stopped using the app at Apple after this sign-in was begun."
        case .accountHeld: "The account is new, and waits for the operator to let it in."
        case .proofRequired: "The account is new, and the app wants another proof that a person is behind it."
        case .freshSignInRequired: "This cannot be undone, so it needs a sign-in of the last ten minutes."
        case .nameInvalid: "A part of the name is longer than 256 bytes or holds control characters."
        case .sessionUnknown: "The account has no session of this name."
        case .providerOff: "Sign-in for this team is switched off in the configuration."
        case .identityLinkedElsewhere: "This person at Apple has an account of their own already; it does not move."
        case .linkProofRequired:
            "The answer did not come under the session that began the link, or that session is over."
        case .linkTicketInvalid: "The link ticket was not issued here, was used, or is too old."
        case .questionOver: "The question was answered, replaced by a newer sign-in, or left open too long."
        case .identityUnknown: "No way into the account has this identifier."
        case .lastWayIn: "Without this identity nobody could get into the account any more."
        case .accountUnknown: "There is no such account."
        case .externalIDInvalid: "An external id has 1 to 255 visible ASCII characters."
        case .externalIDTaken: "Another account has this external id, or this account has another."
        case .credentialInvalid: "The key of the service was not issued here, was altered, or was revoked."
        case .credentialScopeMissing: "The key of the service has no scope that allows this."
        case .exchangedTokenMissing: "Apple's token endpoint answered without an identity token."
        case .exchangedTokenRefused: "The identity token from Apple's token endpoint does not verify."
        case .exchangedTokenDisagrees:
            "The two identity tokens of one sign-in name different issuers, people or clients."
        case .accountDisabled: "The account is disabled."
        case .accessTokenInvalid: "The access token was not issued by this service, or was altered."
        case .accessTokenExpired: "The access token has reached its end."
        case .sessionCookieInvalid: "The session cookie was not issued by this service, or was altered."
        case .sessionEnded: "The session was ended by its owner, an operator or a security rule."
        case .sessionExpired: "The session was not used for too long, or has reached its greatest age."
        case .refreshTokenInvalid: "The refresh token was not issued by this service, or was altered."
        case .refreshTokenReused: "The refresh token was used before; the session is ended, since it may be stolen."
        case .refreshTokenWrongClient: "The refresh token was issued to another client; the session is ended."
        case .passwordsOff: "Signing in with a password is not switched on here."
        case .passwordWrong: "No account has this name with this password."
        case .passwordDelayed: "The password was wrong too often in a row; the wait grows with each more."
        case .passwordMissing: "The account has no password."
        case .password(.tooShort): "A password has eight characters or more."
        case .password(.tooLong): "A password has 1,024 bytes at most."
        case .password(.common): "The password is one that everybody tries first, or the account's own name."
        case .mailOff: "No way to send mail is set up here."
        case .mailedTokenInvalid: "The mailed token was not issued here, was used, or is too old."
        }
    }

    /// What to do about it, in one sentence.
    package var remedy: String {
        switch self {
        case .clientUnknown, .clientWrongKind: "Use the name under which the client stands in the configuration."
        case .returnTargetRefused: "Use a path such as /welcome, or add the exact address to return_urls."
        case .attemptUsed: "Look whether there is a session; if there is none, begin a new sign-in."
        case .attemptUnderWay: "Send the same again after the time in Retry-After."
        case .browserProofMissing: "Allow cookies for this site and begin again in the same browser."
        case .codeMalformed: "Pass Apple's code on unchanged, or leave it out."
        case .exchangedTokenMissing, .exchangedTokenRefused, .exchangedTokenDisagrees:
            "Begin a new sign-in; operator: if it repeats, find out who answers at the token endpoint."
        case .notification: "Send what Apple signed for one of the configured apps, unchanged."
        case .providerOff: "Use another way in, or ask whoever runs the service."
        case .identityLinkedElsewhere: "Sign in with Apple to use that account."
        case .linkProofRequired: "Sign in to the account, and begin the link again in the same app or browser."
        case .linkTicketInvalid: "Ask the app's backend for a new link ticket."
        case .questionOver: "Begin a new sign-in."
        case .identityUnknown: "List the identities again."
        case .lastWayIn: "Link another identity first, or delete the account."
        case .accountUnknown: "Look the account up again; it may have been deleted."
        case .externalIDInvalid: "Use an opaque identifier of your user table, such as its key."
        case .externalIDTaken: "Look up who has it; to bring two accounts together, their owner links them."
        case .credentialInvalid: "Make a key with siwa credentials create, and send it as a bearer token."
        case .credentialScopeMissing: "Make a key with the scope that the route's description names."
        case .proofRequired: "Ask the person for another proof; the operator then enables the account."
        case .freshSignInRequired: "Sign in again, then ask again."
        case .nameInvalid: "Ask the person for another spelling."
        case .sessionUnknown: "List the sessions again."
        case .accountDisabled, .accountHeld: "Ask whoever runs the service."
        case .passwordsOff: "Use another way in; operator: set passwords.enabled."
        case .passwordWrong: "Ask the person again, or offer them a new password by mail."
        case .passwordDelayed: "Wait as long as Retry-After says, or use another way in."
        case .passwordMissing: "Sign in with Apple."
        case .password(.tooShort): "Ask for a longer one; several words are easy to remember."
        case .password(.tooLong): "Ask for a shorter one."
        case .password(.common): "Ask for another one; several words that do not belong together are hard to guess."
        case .mailOff: "Operator: set mail.command or mail.folder."
        case .mailedTokenInvalid: "Ask for another mail."
        case .accessTokenInvalid, .accessTokenExpired: "Get a new access token with the refresh token."
        case .sessionCookieInvalid, .sessionEnded, .sessionExpired, .refreshTokenInvalid, .refreshTokenReused,
            .refreshTokenWrongClient:
            "Sign in again."
        case .attemptUnknown, .attemptWrongFlow, .attemptExpired, .attemptEnded, .browserProofMismatch,
            .authorizationRefused, .identityTokenMissing, .token, .consentRevoked:
            "Begin a new sign-in."
        }
    }
}

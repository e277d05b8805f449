import PasswordHashing
import SignInWithApple

/// What a flow refuses, and what it could not do.
extension ErrorCode {
    // Beginning a sign-in, and coming back from Apple.
    package static let clientUnknown = Self(
        "client_unknown", 400, "No client of this name is configured.",
        "Use the name under which the client stands in the configuration.", page: .linkWrong)
    package static let clientWrongKind = Self(
        "client_wrong_kind", 400,
        "The client is configured for another flow: native apps and browsers do not mix.",
        "Use the name under which the client stands in the configuration.", page: .linkWrong)
    package static let returnTargetRefused = Self(
        "return_target_refused", 400,
        "The return address is neither a plain path of this service nor a configured one.",
        "Use a path such as /welcome, or add the exact address to return_urls.", page: .linkWrong)
    package static let attemptUnknown = Self(
        "attempt_unknown", 400, "No sign-in was begun with this value, or it was cleared away after its end.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let attemptWrongFlow = Self(
        "attempt_wrong_flow", 400, "The sign-in was begun in the other flow.", "Begin a new sign-in.")
    package static let attemptExpired = Self(
        "attempt_expired", 410,
        "The sign-in was begun too long ago; ten minutes are allowed unless configured otherwise.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let attemptUsed = Self(
        "attempt_used", 409,
        "This sign-in took another answer of Apple's, or took this one and its session is in use or over.",
        "Look whether there is a session; if there is none, begin a new sign-in.",
        page: PageWords(
            "This sign-in was already used", "You may be signed in already. If not, sign in again.",
            button: "Sign in again"))
    package static let attemptUnderWay = Self(
        "attempt_under_way", 503, "The same answer of Apple's came a moment ago and is being worked on.",
        "Send the same again after the time in Retry-After.",
        page: PageWords(
            "You are being signed in",
            "Your browser sent the same answer twice, and the first one is not finished yet. Try again in a moment."))
    package static let attemptEnded = Self(
        "attempt_ended", 410, "The sign-in was cancelled, or its token failed verification too often.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let browserProofMissing = Self(
        "browser_proof_missing", 403, "The browser that came back does not carry the cookie of this sign-in.",
        "Allow cookies for this site and begin again in the same browser.", page: .otherBrowser)
    package static let browserProofMismatch = Self(
        "browser_proof_mismatch", 403, "The cookie of the browser that came back belongs to another sign-in.",
        "Begin a new sign-in.", page: .otherBrowser)
    package static let authorizationRefused = Self(
        "authorization_refused", 400, "Apple sent the browser back with an error other than a cancellation.",
        "Begin a new sign-in.")
    package static let identityTokenMissing = Self(
        "identity_token_missing", 400, "Apple's answer holds a code but no identity token.", "Begin a new sign-in.")
    package static let codeMalformed = Self(
        "code_malformed", 400, "The authorization code is empty, longer than 2 KiB or not visible ASCII.",
        "Pass Apple's code on unchanged, or leave it out.")
    package static let exchangedTokenMissing = Self(
        "exchanged_token_missing", 401, "Apple's token endpoint answered without an identity token.",
        "Begin a new sign-in; operator: if it repeats, find out who answers at the token endpoint.")
    package static let exchangedTokenRefused = Self(
        "exchanged_token_refused", 401, "The identity token from Apple's token endpoint does not verify.",
        "Begin a new sign-in; operator: if it repeats, find out who answers at the token endpoint.")
    package static let exchangedTokenDisagrees = Self(
        "exchanged_token_disagrees", 401,
        "The two identity tokens of one sign-in name different issuers, people or clients.",
        "Begin a new sign-in; operator: if it repeats, find out who answers at the token endpoint.")
    package static let consentRevoked = Self(
        "consent_revoked", 401, "The person stopped using the app at Apple after this sign-in was begun.",
        "Begin a new sign-in.",
        page: PageWords(
            "You stopped using this app at Apple",
            "That happened while you were signing in, so nobody was signed in. You can sign in again.",
            button: "Sign in again"))
    package static let providerOff = Self(
        "provider_off", 403, "Sign-in for this team is switched off in the configuration.",
        "Use another way in, or ask whoever runs the service.",
        page: PageWords(
            "Sign in with Apple is switched off",
            "Whoever runs this service does not use it at the moment. Nobody was signed in.", wayOn: .start))

    // Accounts.
    package static let accountDisabled = Self(
        "account_disabled", 403, "The account is disabled.", "Ask whoever runs the service.",
        page: PageWords(
            "This account is closed", "You can sign in to Apple, but the account here is no longer in use.",
            wayOn: .start, button: "Go back"))
    package static let accountHeld = Self(
        "account_held", 403, "The account is new, and waits for the operator to let it in.",
        "Ask whoever runs the service.", page: .accountHeld)
    package static let proofRequired = Self(
        "proof_required", 403, "The account is new, and the app wants another proof that a person is behind it.",
        "Ask the person for another proof; the operator then enables the account.", page: .accountHeld)
    package static let freshSignInRequired = Self(
        "fresh_sign_in_required", 403, "This cannot be undone, so it needs a sign-in of the last ten minutes.",
        "Sign in again, then ask again.",
        page: PageWords(
            "Please sign in once more",
            "This changes who can open your account, so it needs a sign-in of the last ten minutes.",
            wayOn: .freshSignIn))
    package static let nameInvalid = Self(
        "name_invalid", 400, "A part of the name is longer than 256 bytes or holds control characters.",
        "Ask the person for another spelling.")
    package static let accountUnknown = Self(
        "account_unknown", 404, "There is no such account.", "Look the account up again; it may have been deleted.")
    package static let externalIDInvalid = Self(
        "external_id_invalid", 400, "An external id has 1 to 255 visible ASCII characters.",
        "Use an opaque identifier of your user table, such as its key.")
    package static let externalIDTaken = Self(
        "external_id_taken", 409, "Another account has this external id, or this account has another.",
        "Look up who has it; to bring two accounts together, their owner links them.")

    // More than one way into an account.
    package static let identityLinkedElsewhere = Self(
        "identity_linked_elsewhere", 409,
        "This person at Apple has an account of their own already; it does not move.",
        "Sign in with Apple to use that account.",
        page: PageWords(
            "This Apple Account opens another account",
            "It has an account of its own here, and stays with it. Nothing was changed.", wayOn: .account))
    package static let linkProofRequired = Self(
        "link_proof_required", 403,
        "The answer did not come under the session that began the link, or that session is over.",
        "Sign in to the account, and begin the link again in the same app or browser.",
        page: PageWords(
            "Somebody else is signed in here",
            "Adding an Apple Account was begun in another session than the one that is open now. Nothing was changed.",
            wayOn: .account))
    package static let linkTicketInvalid = Self(
        "link_ticket_invalid", 410, "The link ticket was not issued here, was used, or is too old.",
        "Ask the app's backend for a new link ticket.",
        page: PageWords(
            "This link is no longer good",
            "It was used, or it is too old. Go back to where you came from, and begin again there.", wayOn: .start))
    package static let questionOver = Self(
        "question_over", 410, "The question was answered, replaced by a newer sign-in, or left open too long.",
        "Begin a new sign-in.",
        page: PageWords(
            "This question is no longer open",
            "It was answered, or left open too long. Nothing was changed; sign in again to go on."))
    package static let identityUnknown = Self(
        "identity_unknown", 404, "No way into the account has this identifier.", "List the identities again.")
    package static let lastWayIn = Self(
        "last_way_in", 409, "Without this identity nobody could get into the account any more.",
        "Link another identity first, or delete the account.",
        page: PageWords(
            "This is your only way in",
            "Without it nobody could open your account, not even you. Add another Apple Account first.",
            wayOn: .account))

    // Sessions and keys.
    package static let accessTokenInvalid = Self(
        "access_token_invalid", 401, "The access token was not issued by this service, or was altered.",
        "Get a new access token with the refresh token.", challenge: invalidToken)
    package static let accessTokenExpired = Self(
        "access_token_expired", 401, "The access token has reached its end.",
        "Get a new access token with the refresh token.", challenge: invalidToken)
    package static let sessionCookieInvalid = Self(
        "session_cookie_invalid", 401, "The session cookie was not issued by this service, or was altered.",
        "Sign in again.")
    package static let sessionEnded = Self(
        "session_ended", 401, "The session was ended by its owner, an operator or a security rule.",
        "Sign in again.", challenge: invalidToken)
    package static let sessionExpired = Self(
        "session_expired", 401, "The session was not used for too long, or has reached its greatest age.",
        "Sign in again.", challenge: invalidToken)
    package static let sessionUnknown = Self(
        "session_unknown", 404, "The account has no session of this name.", "List the sessions again.")
    package static let refreshTokenInvalid = Self(
        "refresh_token_invalid", 401, "The refresh token was not issued by this service, or was altered.",
        "Sign in again.")
    package static let refreshTokenReused = Self(
        "refresh_token_reused", 401,
        "The refresh token was used before; the session is ended, since it may be stolen.", "Sign in again.")
    package static let refreshTokenWrongClient = Self(
        "refresh_token_wrong_client", 401,
        "The refresh token was issued to another client; the session is ended.", "Sign in again.")
    package static let credentialInvalid = Self(
        "credential_invalid", 401, "The key of the service was not issued here, was altered, or was revoked.",
        "Make a key with siwa credentials create, and send it as a bearer token.", challenge: invalidToken)
    package static let credentialScopeMissing = Self(
        "credential_scope_missing", 403, "The key of the service has no scope that allows this.",
        "Make a key with the scope that the route's description names.",
        challenge: "Bearer error=\"insufficient_scope\"")

    private static let invalidToken = "Bearer error=\"invalid_token\""

    // Passwords and mail.
    package static let passwordsOff = Self(
        "passwords_off", 403, "Signing in with a password is not switched on here.",
        "Use another way in; operator: set passwords.enabled.", page: .notOffered)
    package static let passwordWrong = Self(
        "password_wrong", 401, "No account has this name with this password.",
        "Ask the person again, or offer them a new password by mail.",
        form: "Name and password do not belong together. Look at both again.")
    package static let passwordDelayed = Self(
        "password_delayed", 429, "The password was wrong too often in a row; the wait grows with each more.",
        "Wait as long as Retry-After says, or use another way in.",
        form: "That was wrong too often in a row. Please wait {wait}, or use another way in.")
    package static let passwordMissing = Self(
        "password_missing", 409, "The account has no password.", "Sign in with Apple.",
        page: PageWords(
            "Your account has no password", "It opens with your Apple Account, and nothing else is needed.",
            wayOn: .account))
    package static let mailOff = Self(
        "mail_off", 403, "No way to send mail is set up here.", "Operator: set mail.command or mail.folder.",
        page: .notOffered)
    package static let mailedTokenInvalid = Self(
        "mailed_token_invalid", 410, "The mailed token was not issued here, was used, or is too old.",
        "Ask for another mail.",
        page: PageWords(
            "This code is no longer good",
            "It was used, or it is older than ten minutes. You can ask for another mail at any time.",
            wayOn: .anotherMail),
        form:
            "This code is not right, was used, or is older than ten minutes. Look at it again, or ask for another mail."
    )

    // Whom the flows depend on.
    package static let appleUnavailable = Self(
        "apple_unavailable", 503, "Apple could not be reached, or did not answer in its form or in time.",
        sendAgain,
        page: PageWords(
            "Apple cannot be reached",
            "Your sign-in could not be finished because Apple did not answer. In a minute, try again: the answer you "
                + "brought is sent once more."))
    /// It is new at Apple, or made up: anybody can send one. Apple's keys may not be fetched again yet.
    package static let appleKeyUnavailable = Self(
        "apple_key_unavailable", 503, "The token names a key of Apple's that is not known here yet.", sendAgain,
        page: PageWords(
            "One moment more",
            "Apple signed your sign-in with a key that is new here. In {wait}, try again: the answer you brought is "
                + "sent once more."))
    package static let databaseUnavailable = Self(
        "database_unavailable", 503, "The database did not take the request.", sendAgain,
        page: PageWords(
            "Please try again in a moment",
            "The service is busy or being looked after. Nobody was signed in yet; try again in a moment."))
    package static let hashingUnavailable = Self(
        "hashing_unavailable", 503, "More passwords came at the same time than this service takes.", sendAgain,
        form: "Too many people are signing in at this moment. Please try again.")
    /// Nothing was done. The newest token is stored by now.
    package static let refreshOvertaken = Self(
        "refresh_overtaken", 503, "The session was renewed by others while this refresh waited its turn.",
        "Read the newest refresh token that you stored, and send that one.")

    private static let sendAgain =
        "Send the same again after the time in Retry-After; where that is refused as attempt_used, "
        + "a first-time name is kept for the new sign-in that you then begin."

    // What an operator must mend.
    package static let appleRefusedClient = Self(
        "apple_refused_client", 500, "Apple does not accept this service's credentials for the client.",
        "Operator: check client id, team id, key id and key file, and the clock.")
    package static let databaseCorrupt = Self(
        "database_corrupt", 500, "A stored record cannot be read, or what it points to is gone.",
        "Operator: check the database, and restore it if need be.")
    package static let signingFailed = Self(
        "signing_failed", 500, "The access token could not be signed.", "Operator: check the access token key.")
    package static let sealingFailed = Self(
        "sealing_failed", 500, "What is stored encrypted could not be encrypted.", "Operator: check the master key.")

    package static var ofFlows: [ErrorCode] {
        [
            clientUnknown, clientWrongKind, returnTargetRefused, attemptUnknown, attemptWrongFlow, attemptExpired,
            attemptUsed, attemptUnderWay, attemptEnded, browserProofMissing, browserProofMismatch, authorizationRefused,
            identityTokenMissing, codeMalformed, exchangedTokenMissing, exchangedTokenRefused, exchangedTokenDisagrees,
            consentRevoked, providerOff, accountDisabled, accountHeld, proofRequired, freshSignInRequired, nameInvalid,
            accountUnknown, externalIDInvalid, externalIDTaken, identityLinkedElsewhere, linkProofRequired,
            linkTicketInvalid, questionOver, identityUnknown, lastWayIn, accessTokenInvalid, accessTokenExpired,
            sessionCookieInvalid, sessionEnded, sessionExpired, sessionUnknown, refreshTokenInvalid, refreshTokenReused,
            refreshTokenWrongClient, credentialInvalid, credentialScopeMissing, passwordsOff, passwordWrong,
            passwordDelayed, passwordMissing, mailOff, mailedTokenInvalid, appleUnavailable, appleKeyUnavailable,
            databaseUnavailable, hashingUnavailable, refreshOvertaken, appleRefusedClient, databaseCorrupt,
            signingFailed, sealingFailed,
        ] + PasswordRule.Fault.allCases.map { password($0) } + TokenRejection.ofIdentityTokens.map { token($0) }
            + TokenRejection.ofNotifications.map { notification($0) }
    }
}

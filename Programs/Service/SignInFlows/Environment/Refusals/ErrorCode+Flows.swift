import PasswordHashing
@_spi(SignInPrograms) import SignInWithApple

/// The errors of the flows.
extension ErrorCode {
    // Beginning a sign-in, and coming back from Apple.
    package static let clientUnknown = Self(
        "client_unknown", 400, "No client with this name is configured.",
        "Use the name that the configuration gives the client.", page: .linkWrong)
    package static let providerUnknown = Self(
        "provider_unknown", 400, "The configuration names no other login like this (numbers.providers).",
        "Correct the name, or add it to numbers.providers.")
    package static let bounceUnreadable = Self(
        "bounce_unreadable", 400,
        "The message is no delivery status notification (RFC 3464).",
        "Send the bounce as it came, or its facts to /v1/mail/reports.")
    package static let bounceAccountMissing = Self(
        "bounce_account_missing", 400, "The bounce names no account, so nobody can say whom it is about.",
        "Send mail from an address like bounce+ACCOUNT@example.com, or with the field Siwa-Account.")
    package static let clientWrongKind = Self(
        "client_wrong_kind", 400,
        "The client is configured for a different flow: native apps and browsers need different clients.",
        "Use the name that the configuration gives the client.", page: .linkWrong)
    package static let scriptOriginRefused = Self(
        "script_origin_refused", 403,
        "The page that sent the request is on no origin that may use Apple's script with the client.",
        "Operator: add a return URL of the origin to the client's script.return_urls.")
    package static let returnTargetRefused = Self(
        "return_target_refused", 400,
        "The return URL is neither a plain path of this service nor a configured one.",
        "Use a path such as /welcome, or add the exact URL to return_urls.", page: .linkWrong)
    package static let attemptUnknown = Self(
        "attempt_unknown", 400, "No sign-in was begun with this value, or its record was deleted after it ended.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let attemptWrongFlow = Self(
        "attempt_wrong_flow", 400, "The sign-in was begun in a different flow.", "Begin a new sign-in.")
    package static let attemptExpired = Self(
        "attempt_expired", 410,
        "The sign-in was begun too long ago. The limit is ten minutes unless configured otherwise.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let attemptUsed = Self(
        "attempt_used", 409,
        "The sign-in was completed with another response, or with this one and its session is in use or has ended.",
        "Check whether there is a session; if there is none, begin a new sign-in.",
        page: PageWords("attempt_used", button: .signInAgain))
    package static let attemptUnderWay = Self(
        "attempt_under_way", 503,
        "The same response from Apple is still being processed, or a revocation of the person's tokens is on its way.",
        "Send the same request again after the time in Retry-After.",
        page: PageWords("attempt_under_way")
    )
    package static let attemptEnded = Self(
        "attempt_ended", 410, "The sign-in was cancelled, or its token failed verification too many times.",
        "Begin a new sign-in.", page: .attemptOver)
    package static let browserProofMissing = Self(
        "browser_proof_missing", 403, "The browser came back without the cookie of this sign-in.",
        "Allow cookies for this site and begin again in the same browser.", page: .otherBrowser)
    package static let browserProofMismatch = Self(
        "browser_proof_mismatch", 403, "The browser came back with the cookie of another sign-in.",
        "Begin a new sign-in.", page: .otherBrowser)
    package static let authorizationRefused = Self(
        "authorization_refused", 400, "Apple returned an error other than a cancellation.",
        "Begin a new sign-in.")
    package static let identityTokenMissing = Self(
        "identity_token_missing", 400, "Apple's response holds a code but no identity token.", "Begin a new sign-in.")
    package static let codeMalformed = Self(
        "code_malformed", 400, "The authorization code is empty, longer than 2 KiB or not visible ASCII.",
        "Pass Apple's code on unchanged, or leave it out.")
    package static let exchangedTokenMissing = Self(
        "exchanged_token_missing", 401, "Apple's token endpoint returned no identity token.",
        "Begin a new sign-in. Operator: if this repeats, check which server answers at the token endpoint.")
    package static let exchangedTokenRefused = Self(
        "exchanged_token_refused", 401, "The identity token from Apple's token endpoint failed verification.",
        "Begin a new sign-in. Operator: if this repeats, check which server answers at the token endpoint.")
    package static let exchangedTokenDisagrees = Self(
        "exchanged_token_disagrees", 401,
        "The two identity tokens of one sign-in name different issuers, subjects or clients.",
        "Begin a new sign-in. Operator: if this repeats, check which server answers at the token endpoint.")
    package static let consentRevoked = Self(
        "consent_revoked", 401, "The person stopped using Sign in with Apple for the app after this sign-in was begun.",
        "Begin a new sign-in.",
        page: PageWords("consent_revoked", button: .signInAgain))
    package static let providerOff = Self(
        "provider_off", 403, "Sign-in for this team is switched off in the configuration.",
        "Use another way to sign in, or ask the operator of the service.",
        page: PageWords("provider_off", wayOn: .start))

    // Accounts.
    package static let accountDisabled = Self(
        "account_disabled", 403, "The account is disabled.", "Ask the operator of the service.",
        page: PageWords("account_disabled", wayOn: .start, button: .goBack), person: unusable)
    package static let accountHeld = Self(
        "account_held", 403, "The account is new and waits for the operator's approval.",
        "Pass the handle to your backend, which can accept or reject the person. Send the same answer again after that.",
        page: .accountHeld, person: waiting)
    package static let proofRequired = Self(
        "proof_required", 403,
        "The account is new, and the app requires further proof that it belongs to a real person.",
        "Pass the handle to your backend, ask the person for further proof, and send the same answer again once the "
            + "backend has accepted it.",
        page: .proofRequired, person: waiting)
    package static let heldSignInOver = Self(
        "held_sign_in_over", 410,
        "The handle was not issued here, was replaced by a newer sign-in, or has expired.",
        "Let the person sign in again. If the account is open, they are in; otherwise they get a new handle.",
        page: PageWords("held_sign_in_over"))
    package static let heldSignInDecided = Self(
        "held_sign_in_decided", 409, "The account no longer waits: somebody has accepted or rejected it.",
        "Read the handle again: is_waiting and disabled_at say how it was decided.")
    package static let personNotKnown = Self(
        "person_not_known", 403,
        "The person has no account, and new accounts are only for people who come with a link ticket (sign_in.new_accounts).",
        "Issue a link ticket for the person, and sign in with it. Their permission at Apple is revoked.",
        page: PageWords("person_not_known", wayOn: .start, button: .goBack),
        person: "This service is only for people whom it knows already. Please sign in the way you did before.")
    package static let personNotInvited = Self(
        "person_not_invited", 403,
        "The person has no account, and accounts are only for people who were imported (sign_in.new_accounts).",
        "Import the person, with the Apple subject or before issuing a link ticket. Their permission at Apple is revoked.",
        page: PageWords("person_not_invited", wayOn: .start, button: .goBack),
        person: "This service is only for people who were invited. Please ask the people who run this service.")
    package static let addressHidden = Self(
        "address_hidden", 403,
        "The person has no account and shared no email address or only a hidden one, which gets none here "
            + "(sign_in.hidden_addresses).",
        "Ask the person to sign in again after a minute and to choose Share My Email. The app must request the scope email.",
        page: PageWords("address_hidden"),
        person: "This service needs your email address. Please sign in again after a minute and choose Share My Email.")
    private static let unusable = "This account cannot be used here. Please ask the people who run this service."
    private static let waiting = "This account is new and not open yet. Please ask the people who run this service."
    package static let freshSignInRequired = Self(
        "fresh_sign_in_required", 403, "The request requires a sign-in within the last ten minutes.",
        "Sign in again, then repeat the request.",
        page: PageWords("fresh_sign_in_required", wayOn: .freshSignIn))
    package static let nameInvalid = Self(
        "name_invalid", 400, "A part of the name is longer than 256 bytes or contains control characters.",
        "Ask the person for another spelling.")
    package static let accountUnknown = Self(
        "account_unknown", 404, "There is no such account.", "Look the account up again; it may have been deleted.")
    package static let externalIDInvalid = Self(
        "external_id_invalid", 400, "An external id has 1 to 255 visible ASCII characters.",
        "Use an opaque identifier from your user table, such as its primary key.")
    package static let externalIDTaken = Self(
        "external_id_taken", 409, "Another account has this external id, or this account already has a different one.",
        "Look up which account has it. A person who owns both accounts can merge them by linking.")

    // Linking.
    package static let identityLinkedElsewhere = Self(
        "identity_linked_elsewhere", 409,
        "This Apple Account already belongs to another account and is not moved.",
        "Sign in with Apple to use that account.",
        page: PageWords("identity_linked_elsewhere", wayOn: .account))
    package static let transferUnmatched = Self(
        "transfer_unmatched", 409,
        "The app has moved to another developer team, and nobody there knows the person, who may have an account.",
        "Ask the person, with can_ask or in the browser, or begin with a link ticket (the guide about transfers).",
        page: PageWords("transfer_unmatched", wayOn: .start, button: .goBack),
        person: "This app has moved to another company. Please sign in on its website.")
    package static let linkProofRequired = Self(
        "link_proof_required", 403,
        "The response did not arrive in the session that began the link, or that session has ended.",
        "Sign in to the account and begin the link again in the same app or browser.",
        page: PageWords("link_proof_required", wayOn: .account))
    package static let linkTicketInvalid = Self(
        "link_ticket_invalid", 410, "The link ticket was not issued here, was already used, or has expired.",
        "Ask the app's backend for a new link ticket.",
        page: PageWords("link_ticket_invalid", wayOn: .start))
    package static let questionOver = Self(
        "question_over", 410, "The question was answered, replaced by a newer sign-in, or left open too long.",
        "Begin a new sign-in.",
        page: PageWords("question_over"))
    package static let identityUnknown = Self(
        "identity_unknown", 404, "The account has no identity with this identifier.", "List the identities again.")
    package static let lastWayIn = Self(
        "last_way_in", 409, "Without this identity, nobody could sign in to the account.",
        "Link another identity first, or delete the account.",
        page: PageWords("last_way_in", wayOn: .account))

    // Sessions and keys.
    package static let accessTokenInvalid = Self(
        "access_token_invalid", 401, "The access token was not issued by this service, or was altered.",
        "Get a new access token with the refresh token.", challenge: invalidToken)
    package static let accessTokenExpired = Self(
        "access_token_expired", 401, "The access token has expired.",
        "Get a new access token with the refresh token.", challenge: invalidToken)
    package static let sessionCookieInvalid = Self(
        "session_cookie_invalid", 401, "The session cookie was not issued by this service, or was altered.",
        "Sign in again.")
    package static let sessionEnded = Self(
        "session_ended", 401, "The session was ended by its owner, an operator or a security rule.",
        "Sign in again.", challenge: invalidToken, person: signedOut)
    package static let sessionExpired = Self(
        "session_expired", 401, "The session was not used for too long, or has reached its maximum age.",
        "Sign in again.", challenge: invalidToken, person: signedOut)
    private static let signedOut = "You were signed out. Please sign in again."
    package static let sessionUnknown = Self(
        "session_unknown", 404, "The account has no session with this identifier.", "List the sessions again.")
    package static let handOffCodeInvalid = Self(
        "hand_off_code_invalid", 410, "The code for a web view was not issued here, was already used, or has expired.",
        "Ask for a new code, and load the page at once.",
        page: PageWords("hand_off_code_invalid", wayOn: .nowhere))
    package static let refreshTokenInvalid = Self(
        "refresh_token_invalid", 401, "The refresh token was not issued by this service, or was altered.",
        "Sign in again.")
    package static let refreshTokenReused = Self(
        "refresh_token_reused", 401,
        "The refresh token was already used. It may have been stolen, so the session was ended.", "Sign in again.",
        person: signedOut)
    package static let refreshTokenWrongClient = Self(
        "refresh_token_wrong_client", 401,
        "The refresh token was issued to another client; the session was ended.", "Sign in again.")
    package static let credentialInvalid = Self(
        "credential_invalid", 401, "The key of the calling service was not issued here, was altered, or was revoked.",
        "Create a key with siwa credentials create and send it as a bearer token.", challenge: invalidToken)
    package static let credentialScopeMissing = Self(
        "credential_scope_missing", 403, "The key of the calling service has no scope that allows this.",
        "Create a key with the scope that the message of the error names.",
        challenge: "Bearer error=\"insufficient_scope\"")

    private static let invalidToken = "Bearer error=\"invalid_token\""

    // Passwords and mail.
    package static let passwordsOff = Self(
        "passwords_off", 403, "Sign-in with a password is switched off here.",
        "Use another way to sign in. Operator: set passwords.enabled.", page: .notOffered)
    package static let passwordWrong = Self(
        "password_wrong", 401, "The name or the password is wrong.",
        "Ask the person again, or offer to reset the password by email.",
        isShownInForm: true)
    package static let passwordDelayed = Self(
        "password_delayed", 429,
        "The password was wrong too many times in a row. The wait grows with each further attempt.",
        "Wait for the time in Retry-After, or use another way to sign in.",
        isShownInForm: true)
    package static let passwordMissing = Self(
        "password_missing", 409, "The account has no password.", "Sign in with Apple.",
        page: PageWords("password_missing", wayOn: .account))
    package static let mailOff = Self(
        "mail_off", 403, "Sending email is not set up here.", "Operator: set mail.command or mail.folder.",
        page: .notOffered)
    package static let mailNotOpen = Self(
        "mail_not_open", 403, "Backends cannot send mail through this service.",
        "Operator: set mail.api, and mail.command or mail.folder.")
    package static let mailUnreachable = Self(
        "mail_unreachable", 409,
        "Mail does not reach the person: forwarding is off, the address is gone, the account has none, or it is closed.",
        "Read email_delivery and disabled_at of the account, and ask the person in the app.")
    package static let mailBudgetSpent = Self(
        "mail_budget_spent", 429, "The account has got as many messages within 24 hours as it may (mail.daily_budget).",
        "Wait for the time in Retry-After, or say several things in one message.")
    package static let mailQueueFull = Self(
        "mail_queue_full", 429, "As many messages wait to be sent as may.",
        "Wait for the time in Retry-After, then send the same request again.")
    package static let mailKeyReused = Self(
        "mail_key_reused", 409, "Another message to the account has the same idempotency key.",
        "Use a new key for each message, and the same one only to repeat a request.")
    package static let mailUnknown = Self(
        "mail_unknown", 404, "Nobody asked for such a message within the last seven days.",
        "Use the value of mail in the answer to POST /v1/mail/messages.")
    package static let mailedTokenInvalid = Self(
        "mailed_token_invalid", 410, "The emailed token was not issued here, was already used, or has expired.",
        "Request another email.",
        page: PageWords("mailed_token_invalid", wayOn: .anotherMail),
        isShownInForm: true
    )

    // Dependencies of the flows.
    package static let appleUnavailable = Self(
        "apple_unavailable", 503,
        "Apple could not be reached, did not answer in time, or answered in an unexpected form.",
        sendAgain,
        page: PageWords("apple_unavailable"))
    /// The key is new at Apple, or made up, since anybody can send such a token. It is too early to fetch Apple's keys
    /// again.
    package static let appleKeyUnavailable = Self(
        "apple_key_unavailable", 503, "The token names a key that is not in the current copy of Apple's key set.",
        sendAgain,
        page: PageWords("apple_key_unavailable"))
    package static let databaseUnavailable = Self(
        "database_unavailable", 503, "The database could not process the request.", sendAgain,
        page: PageWords("database_unavailable"))
    /// Apart from ``databaseUnavailable``, so that the log and the numbers name the cause.
    package static let databaseFull = Self(
        "database_full", 503, "The database has no room left on its disk.",
        sendAgain + " Operator: make room on the disk of the database.", page: PageWords("database_unavailable"))
    package static let hashingUnavailable = Self(
        "hashing_unavailable", 503, "More passwords arrived at the same time than this service can check.", sendAgain,
        isShownInForm: true)
    /// Nothing was changed. The app has stored a newer refresh token by now.
    package static let refreshOvertaken = Self(
        "refresh_overtaken", 503, "Other requests refreshed the session while this one was waiting.",
        "Send the newest refresh token that you have stored.")

    private static let sendAgain =
        "Send the same request again after the time in Retry-After. If that fails with attempt_used, "
        + "begin a new sign-in. A first-time name is kept for it."

    // Errors that an operator has to fix.
    package static let appleRefusedClient = Self(
        "apple_refused_client", 500, "Apple does not accept this service's credentials for the client.",
        "Operator: run siwa doctor. It tells a wrong client ID, Team ID, Key ID, key file and clock apart. If the app has "
            + "moved to another team, name both teams under transfers.")
    package static let databaseCorrupt = Self(
        "database_corrupt", 500, "A stored record cannot be read, or a record that it refers to is missing.",
        "Operator: check the database and restore it if necessary.")
    package static let signingFailed = Self(
        "signing_failed", 500, "The access token could not be signed.", "Operator: check the access token key.")
    package static let sealingFailed = Self(
        "sealing_failed", 500, "A value that is stored encrypted could not be encrypted.",
        "Operator: check the master key.")

    package static var ofFlows: [ErrorCode] {
        [
            clientUnknown, providerUnknown, bounceUnreadable, bounceAccountMissing,
            clientWrongKind, scriptOriginRefused, returnTargetRefused, attemptUnknown,
            attemptWrongFlow,
            attemptExpired,
            attemptUsed, attemptUnderWay, attemptEnded, browserProofMissing, browserProofMismatch, authorizationRefused,
            identityTokenMissing, codeMalformed, exchangedTokenMissing, exchangedTokenRefused, exchangedTokenDisagrees,
            consentRevoked, providerOff, accountDisabled, accountHeld, proofRequired, heldSignInOver,
            heldSignInDecided, personNotKnown, personNotInvited, addressHidden, freshSignInRequired, nameInvalid,
            accountUnknown, externalIDInvalid, externalIDTaken, identityLinkedElsewhere, transferUnmatched,
            linkProofRequired,
            linkTicketInvalid, questionOver, identityUnknown, lastWayIn, accessTokenInvalid, accessTokenExpired,
            sessionCookieInvalid, sessionEnded, sessionExpired, sessionUnknown, handOffCodeInvalid,
            refreshTokenInvalid, refreshTokenReused,
            refreshTokenWrongClient, credentialInvalid, credentialScopeMissing, passwordsOff, passwordWrong,
            passwordDelayed, passwordMissing, mailOff, mailNotOpen, mailUnreachable, mailBudgetSpent, mailQueueFull,
            mailKeyReused, mailUnknown, mailedTokenInvalid, appleUnavailable, appleKeyUnavailable,
            databaseUnavailable, databaseFull, hashingUnavailable, refreshOvertaken, appleRefusedClient,
            databaseCorrupt, signingFailed, sealingFailed,
        ] + PasswordRule.Fault.allCases.map { password($0) } + TokenRejection.ofIdentityTokens.map { token($0) }
            + TokenRejection.ofNotifications.map { notification($0) }
    }
}

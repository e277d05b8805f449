import SignInFlows

/// Explains a step of a sign-in in plain words.
struct SignInStepCopy {
    let title: String
    let text: String

    static func copy(for point: SignInStep.Point) -> SignInStepCopy {
        switch point {
        case .attemptBegun:
            SignInStepCopy(
                title: "The sign-in began",
                text: "A single-use attempt with a random nonce began. It lasts ten minutes.")
        case .redirectSent:
            SignInStepCopy(
                title: "You went to Apple",
                text: "Your browser got a cookie that belongs to this sign-in only, and was sent to the sign-in page.")
        case .callbackReceived:
            SignInStepCopy(
                title: "Apple’s response arrived",
                text: "The form was posted again from this site, so that your cookie proves that it is your browser.")
        case .tokenVerified:
            SignInStepCopy(
                title: "The token was verified",
                text: "Signature, issuer, audience, time and nonce are right: it is you, and it is for this app.")
        case .attemptClaimed:
            SignInStepCopy(
                title: "The attempt was used up",
                text: "A copy of the response is worthless now. Your name, sent only once, is stored encrypted.")
        case .exchangeStarted:
            SignInStepCopy(
                title: "The code was sent to Apple", text: "Directly from this server, with a signed client secret.")
        case .exchangeAnswered:
            SignInStepCopy(
                title: "Apple’s token response arrived",
                text: "Its token must name the same person; its refresh token is stored encrypted.")
        case .commitStarted:
            SignInStepCopy(
                title: "Everything was written together", text: "Account, name, grant and session, in one transaction.")
        case .committed:
            SignInStepCopy(title: "It is on disk", text: "From here on, not even a power cut undoes it.")
        case .replySent:
            SignInStepCopy(
                title: "You were signed in", text: "Your browser got a session cookie that scripts cannot read.")
        }
    }
}

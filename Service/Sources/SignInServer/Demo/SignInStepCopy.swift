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
                text: "The service created an attempt with a random nonce. It can be used once, within ten minutes.")
        case .redirectSent:
            SignInStepCopy(
                title: "You went to Apple",
                text: "Your browser got a cookie for this sign-in only, and was sent to the sign-in page.")
        case .callbackReceived:
            SignInStepCopy(
                title: "Apple’s response arrived",
                text: "A page of this site posted it again, so that your browser also sent this sign-in’s cookie.")
        case .tokenVerified:
            SignInStepCopy(
                title: "The token was verified",
                text: "Its signature, issuer, audience, times and nonce are correct: it is for you and for this app.")
        case .attemptClaimed:
            SignInStepCopy(
                title: "The attempt was used up",
                text: "A copy of the response can no longer be used. Your name, sent only once, is stored encrypted.")
        case .exchangeStarted:
            SignInStepCopy(
                title: "The code was sent to Apple", text: "This server sent it directly, with a signed client secret.")
        case .exchangeAnswered:
            SignInStepCopy(
                title: "Apple’s token response arrived",
                text: "Its identity token must name the same person. Its refresh token is stored encrypted.")
        case .commitStarted:
            SignInStepCopy(
                title: "Everything was written together",
                text: "One transaction holds the account, the name, the grant and the session.")
        case .committed:
            SignInStepCopy(title: "The transaction is on disk", text: "A power cut can no longer undo it.")
        case .replySent:
            SignInStepCopy(
                title: "You were signed in", text: "Your browser got a session cookie that scripts cannot read.")
        }
    }
}

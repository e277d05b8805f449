import SignInWithApple

/// Whether the identity token that the browser or app brought and the one from the exchange speak of the same sign-in.
enum TokenAgreement {
    /// Compares octet by octet: Swift's `==` takes canonically equivalent texts for equal.
    static func holds(
        issuers: (String, String), clients: (ClientID, ClientID), subjects: (AppleUserID, AppleUserID)
    ) -> Bool {
        issuers.0.utf8.elementsEqual(issuers.1.utf8)
            && clients.0.rawValue.utf8.elementsEqual(clients.1.rawValue.utf8)
            && subjects.0.rawValue.utf8.elementsEqual(subjects.1.rawValue.utf8)
    }
}

import SignInWithApple

/// Whether the identity token from the browser or app and the one from the exchange belong to the same sign-in.
enum TokenAgreement {
    /// Compares octet by octet, because Swift's `==` treats canonically equivalent strings as equal.
    static func holds(
        issuers: (String, String), clients: (ClientID, ClientID), subjects: (AppleUserID, AppleUserID)
    ) -> Bool {
        issuers.0.utf8.elementsEqual(issuers.1.utf8)
            && clients.0.rawValue.utf8.elementsEqual(clients.1.rawValue.utf8)
            && subjects.0.rawValue.utf8.elementsEqual(subjects.1.rawValue.utf8)
    }
}

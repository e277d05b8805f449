/// How a website uses Apple's script (Sign in with Apple JS) with a popup.
///
/// The popup posts its answer only to a page whose origin is that of the return URL. So each return URL stands for one
/// origin, and the pages of that origin may begin and finish sign-ins.
package struct ScriptRegistration: Sendable, Equatable {
    /// What a page gets when a person has signed in.
    package enum Result: String, Sendable, CaseIterable {
        /// An access token and a rotating refresh token, as an app.
        case tokens
        /// The session cookie, for pages of the service's own origin.
        case cookie
    }

    /// The return URLs by origin, as browsers send it.
    package let returnURLs: [String: String]
    /// What a page gets.
    package let result: Result

    /// Registers these return URLs, by origin.
    package init(returnURLs: [String: String], result: Result) {
        self.returnURLs = returnURLs
        self.result = result
    }

    /// The origin of a return URL, as browsers send it; nil if Apple's script cannot use the URL. `http` is for
    /// loopback names only.
    package static func origin(ofReturnURL text: String) -> String? {
        guard text.utf8.count <= 2_048,
            text.utf8.allSatisfy({ (0x21...0x7E).contains($0) && !#"\"<>^`{|}#*"#.utf8.contains($0) }),
            let separator = text.firstRange(of: "://")
        else { return nil }
        let authority = text[separator.upperBound...].prefix { $0 != "/" && $0 != "?" }
        return PublicURL(String(text[..<separator.upperBound] + authority))?.origin
    }
}

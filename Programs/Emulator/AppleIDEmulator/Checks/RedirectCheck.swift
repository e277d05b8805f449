import HTTPServing

/// Apple compares return URLs as strings. The emulator also allows http on loopback, for development.
enum RedirectCheck {
    /// Whether a URL equals a registered one. `:*` in a registered loopback URL stands for any port.
    static func isRegistered(_ url: String, in registered: [String]) -> Bool {
        registered.contains { URLParts($0)?.port == "*" ? matchesAnyPort($0, url) : $0 == url }
    }

    private static func matchesAnyPort(_ pattern: String, _ url: String) -> Bool {
        guard let pattern = URLParts(pattern), pattern.port == "*", let url = URLParts(url) else { return false }
        guard let port = url.port, !port.isEmpty, port.allSatisfy(\.isASCIIDigit), Int(port) ?? 65_536 <= 65_535
        else { return false }
        return ListenAddress.isLoopback(url.host) && pattern.scheme == url.scheme && pattern.host == url.host
            && pattern.rest == url.rest
    }

    /// The most likely mistake, for the developer.
    static func explanation(_ url: String, registered: [String]) -> String {
        if registered.isEmpty { return "The client has no return URLs; web sign-in needs a Services ID with one." }
        if registered.contains(where: { $0 + "/" == url || url + "/" == $0 }) {
            return "A registered return URL differs only in its trailing slash; the comparison is exact."
        }
        if registered.contains(where: { $0.lowercased() == url.lowercased() }) {
            return "A registered return URL differs only in upper and lower case; the comparison is exact."
        }
        if let parts = URLParts(url), parts.scheme == "http" {
            return ListenAddress.isLoopback(parts.host)
                ? "Register this address first. The emulator accepts http for loopback addresses only; Apple accepts none."
                : "Use https. The emulator accepts http for loopback addresses only; Apple accepts none."
        }
        return "The return URL is not registered for this client. Registered: \(registered.joined(separator: ", ")). "
            + "A URL that was entered in the portal counts after Done, Continue and Save."
    }
}

extension Character {
    fileprivate var isASCIIDigit: Bool { isASCII && isNumber }
}

extension AuthorizeAttempt {
    static let redirectPresent = Check<AuthorizeAttempt>("redirect_missing", isWaivable: false) { attempt in
        guard attempt.fields.filled("redirect_uri") == nil else { return nil }
        return Refusal.invalidRequest(
            "redirect_missing", "redirect_uri is missing.", description: "Invalid web redirect url"
        ).showing(attempt)
    }

    static let redirectRegistered = Check<AuthorizeAttempt>("redirect_unregistered") { attempt in
        guard let url = attempt.fields.filled("redirect_uri"), let client = attempt.client else { return nil }
        guard !RedirectCheck.isRegistered(url, in: client.returnURLs) else { return nil }
        // the text was observed; TN3107 documents another error, without a text
        let isObserved = attempt.switches.unregisteredRedirect == .invalidRequest
        return Refusal(
            error: attempt.switches.unregisteredRedirect.rawValue,
            description: isObserved ? "Invalid web redirect url" : nil, cause: "redirect_unregistered",
            explanation: RedirectCheck.explanation(url, registered: client.returnURLs) + attempt.portal.note
        ).showing(attempt)
    }

    /// Whether Apple accepts a return URL with a query is unknown, so this is a switch.
    static let redirectWithoutQuery = Check<AuthorizeAttempt>("redirect_query") { attempt in
        guard attempt.switches.queryInReturnUrlRefused, attempt.fields["redirect_uri"]?.contains("?") == true else {
            return nil
        }
        return Refusal.invalidRequest(
            "redirect_query", "The return URL has a query.", description: "Invalid web redirect url"
        ).showing(attempt)
    }
}

extension Refusal {
    /// The same refusal, with what was sent and what is registered.
    func showing(_ attempt: AuthorizeAttempt) -> Refusal {
        var refusal = self
        refusal.returnURLs = attempt.client.map { client in
            ReturnURLs(
                sent: attempt.fields.filled("redirect_uri"), registered: client.returnURLs, teamID: client.teamID,
                service: client.kind == .service ? client.id : nil)
        }
        return refusal
    }
}

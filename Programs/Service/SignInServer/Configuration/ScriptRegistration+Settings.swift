import Settings
import SignInFlows

extension ScriptRegistration {
    /// Reads the section `script` of a client; faults go to the settings.
    init(_ settings: SettingsReader, of kind: RegisteredClient.Kind?) {
        let texts = settings.list(
            "return_urls", unset: "required",
            "The return URLs of pages with Apple's script, as registered at Apple: one for each origin whose pages may "
                + "sign people in ([web-script.md](web-script.md)).")
        var returnURLs: [String: String] = [:]
        for text in texts {
            guard let origin = Self.origin(ofReturnURL: text) else {
                settings.add(
                    fault: "return_urls: \(text) must be https (http on loopback only), without *, a fragment or user "
                        + "information")
                continue
            }
            if returnURLs.updateValue(text, forKey: origin) != nil {
                settings.add(fault: "return_urls: two are on \(origin)")
            }
        }
        if texts.isEmpty { settings.add(fault: "return_urls: at least one is required") }
        if let kind, kind != .web {
            settings.add(fault: "only a client of kind web has pages with Apple's script")
        }
        let result = settings.choice(
            "result", Result.tokens,
            "What a page gets: `tokens` as an app, or the session `cookie`, for pages of `public_url` only.")
        self.init(returnURLs: returnURLs, result: result)
    }
}

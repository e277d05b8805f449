import Foundation

/// The texts of the mails that people receive, in the language of the request that causes them. Every link begins with
/// the configured address, never with one from a request.
struct MailCopy: Sendable {
    private let origin: String
    /// The name that people know the service by, or its host.
    private let service: String
    private let language: @Sendable () -> Language

    init(_ environment: SignInEnvironment) {
        origin = environment.publicURL.origin
        service = environment.serviceName ?? environment.publicURL.host
        language = environment.language
    }

    struct Content: Sendable {
        let subject: String
        let text: String
    }

    /// The link carries the code in its fragment, which browsers do not send to servers (RFC 3986 section 3.5), so it
    /// appears in no log or referrer.
    func reset(_ code: MailedCode, lifetime: Duration) -> Content {
        let minutes = Int(max(1, lifetime.components.seconds / 60))
        return content("mail.reset") { language in
            [
                "validity": language.text("mail.minutes", count: minutes), "code": code.text,
                "link": "\(origin)/web/password/reset#\(code.text)",
            ]
        }
    }

    /// - Parameter appleAccounts: how many Apple Accounts can sign in to the account besides the password.
    func changed(appleAccounts: Int) -> Content {
        content("mail.changed") { language in
            let others =
                appleAccounts == 0
                ? ""
                : "\n" + language.text("mail.changed_others", ["link": "\(origin)/web/account"], count: appleAccounts)
                    + "\n"
            return ["others": others, "link": "\(origin)/web/password/forgotten"]
        }
    }

    var removed: Content { content("mail.removed") { _ in [:] } }

    var noPassword: Content { content("mail.no_password") { _ in ["link": "\(origin)/web/sign-in"] } }

    /// The language is chosen here, because most requests cause no mail.
    private func content(_ key: String, _ values: (Language) -> [String: String]) -> Content {
        let language = language()
        let values = values(language).merging(["service": service]) { $1 }
        return Content(subject: language.text(key + "_subject", values), text: language.text(key, values))
    }
}

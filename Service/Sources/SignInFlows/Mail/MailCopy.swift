import Foundation

/// The texts of the mails that people receive. Every link begins with the configured address, never with one from a
/// request.
struct MailCopy: Sendable {
    private let origin: String
    private let host: String

    init(_ publicURL: PublicURL) {
        origin = publicURL.origin
        host = publicURL.origin.split(separator: "/").last.map(String.init) ?? publicURL.origin
    }

    struct Content: Sendable {
        let subject: String
        let text: String
    }

    /// The link carries the code in its fragment, which browsers do not send to servers (RFC 3986 section 3.5), so it
    /// appears in no log or referrer.
    func reset(_ code: MailedCode, lifetime: Duration) -> Content {
        Content(
            subject: "Set a new password for \(host)",
            text: """
                Hello,

                Someone asked to reset the password of your account at \(host).
                If it was you, open this link within \(max(1, lifetime.components.seconds / 60)) minutes
                and choose a new password:

                \(origin)/web/password/reset#\(code.text)

                If the page asks for a code, enter this one: \(code.text)

                If it was not you, there is nothing to do: your password stays as it is,
                and only you can read this email.
                """)
    }

    /// - Parameter appleAccounts: how many Apple Accounts can sign in to the account besides the password.
    func changed(appleAccounts: Int) -> Content {
        let others =
            switch appleAccounts {
            case 0: ""
            case 1: "\nAn Apple Account can also sign in to it. See which one at \(origin)/web/account\n"
            default: "\n\(appleAccounts) Apple Accounts can also sign in to it. See which at \(origin)/web/account\n"
            }
        return Content(
            subject: "Your password for \(host) was changed",
            text: """
                Hello,

                Your account at \(host) has a new password and was signed out everywhere else.
                \(others)
                If it was you, there is nothing to do. If it was not you, choose a new password now:

                \(origin)/web/password/forgotten
                """)
    }

    var removed: Content {
        Content(
            subject: "You now sign in to \(host) with Apple",
            text: """
                Hello,

                You now sign in with Apple to your account at \(host).
                Its password was removed and can no longer be used.

                If it was not you, contact the operator of \(host).
                """)
    }

    var noPassword: Content {
        Content(
            subject: "Signing in to \(host)",
            text: """
                Hello,

                Someone asked to reset the password of your account at \(host).
                Your account has no password: you sign in with Apple.

                \(origin)/web/sign-in

                If it was not you, there is nothing to do.
                """)
    }
}

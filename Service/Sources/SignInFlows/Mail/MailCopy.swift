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
        let minutes = max(1, lifetime.components.seconds / 60)
        let validity = minutes == 1 ? "1 minute" : "\(minutes) minutes"
        return Content(
            subject: "Set a new password for \(host)",
            text: """
                Hello,

                Someone asked to reset the password of your account at \(host).
                If it was you, open this link within \(validity) and choose a new password:

                \(origin)/web/password/reset#\(code.text)

                If the page asks for a code, enter this one: \(code.text)

                If it was not you, you can ignore this email. Your password was not changed,
                and the link was sent only to you.
                """)
    }

    /// - Parameter appleAccounts: how many Apple Accounts can sign in to the account besides the password.
    func changed(appleAccounts: Int) -> Content {
        let others =
            switch appleAccounts {
            case 0: ""
            case 1: "\nOne Apple Account can also be used to sign in. See which one at \(origin)/web/account\n"
            default:
                "\n\(appleAccounts) Apple Accounts can also be used to sign in. "
                    + "See which ones at \(origin)/web/account\n"
            }
        return Content(
            subject: "Your password for \(host) was changed",
            text: """
                Hello,

                Your account at \(host) has a new password. You were signed out everywhere else.
                \(others)
                If you changed the password, you do not need to do anything.
                If you did not, choose a new password now:

                \(origin)/web/password/forgotten
                """)
    }

    var removed: Content {
        Content(
            subject: "You now sign in to \(host) with Apple",
            text: """
                Hello,

                You now sign in to your account at \(host) with Apple.
                Its password was removed and can no longer be used.

                If you did not make this change, contact the operator of \(host).
                """)
    }

    var noPassword: Content {
        Content(
            subject: "Signing in to \(host)",
            text: """
                Hello,

                Someone asked to reset the password of your account at \(host).
                Your account has no password, because you sign in with Apple. To sign in, open:

                \(origin)/web/sign-in

                If it was not you, you can ignore this email.
                """)
    }
}

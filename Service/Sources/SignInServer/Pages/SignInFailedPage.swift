import Hummingbird
import SignInAPI

/// What a person reads when something did not work: plain words, the code, the request's id, a way on.
extension Pages {
    /// - Parameters:
    ///   - reply: what went wrong.
    ///   - requestID: names the request in the log.
    ///   - failure: more about it, where it was Apple's answer that was not taken.
    func failure(_ reply: ErrorReply, requestID: String, after failure: CallbackFailure? = nil) throws -> Response {
        let again = failure?.again.path ?? Paths.webSignIn
        if reply.code == RequestRefusal.cookiesBlocked.code {
            return try render(
                "cookies_blocked", ["signInPath": again, "code": reply.code, "requestID": requestID],
                title: "Cookies are blocked", status: reply.status)
        }
        let words = FailureWords.words(for: reply)
        var values: [String: Any] = [
            "heading": words.heading, "text": words.text, "label": words.label, "code": reply.code,
            "requestID": requestID,
        ]
        if let form = failure?.resendable {
            values["resend"] = ["action": Paths.webCallback, "fields": Self.repostedValues(form)]
            return try render("failed", values, title: words.heading, status: reply.status, permission: .resend)
        }
        values["path"] = words.path.map { $0 == Paths.webSignIn ? again : $0 }
        return try render("failed", values, title: words.heading, status: reply.status)
    }
}

/// Plain words for a code. Codes without words of their own get the general ones.
struct FailureWords {
    let heading: String
    let text: String
    /// Where the way on leads; nil where reloading the page is the way on.
    var path: String? = Paths.webSignIn
    var label = "Try again"

    static func words(for reply: ErrorReply) -> FailureWords {
        switch reply.code {
        case "attempt_expired", "attempt_ended", "attempt_unknown":
            FailureWords(
                heading: "This sign-in is no longer open",
                text: "It was left open too long, or it ended in another tab. Signing in again takes a moment.")
        case "attempt_used":
            FailureWords(
                heading: "This sign-in was already used",
                text: "You may be signed in already. If not, sign in again.", label: "Sign in again")
        case "question_over":
            FailureWords(
                heading: "This question is no longer open",
                text: "It was answered, or left open too long. Nothing was changed; sign in again to go on.")
        case "link_ticket_invalid":
            FailureWords(
                heading: "This link is no longer good",
                text: "It was used, or it is too old. Go back to where you came from, and begin again there.",
                path: "/", label: "Go to the start")
        case "link_page_unknown":
            FailureWords(
                heading: "The page that led here is not known",
                text:
                    "Adding Sign in with Apple to an account begins on a page of the app itself, and this was another one. "
                    + "Nothing was changed.", path: "/", label: "Go to the start")
        case "link_proof_required":
            FailureWords(
                heading: "Somebody else is signed in here",
                text:
                    "Adding an Apple Account was begun in another session than the one that is open now. Nothing was changed.",
                path: Paths.webAccount, label: "Go to your account")
        case "identity_linked_elsewhere":
            FailureWords(
                heading: "This Apple Account opens another account",
                text: "It has an account of its own here, and stays with it. Nothing was changed.",
                path: Paths.webAccount, label: "Go to your account")
        case "mailed_token_invalid":
            FailureWords(
                heading: "This code is no longer good",
                text: "It was used, or it is older than ten minutes. You can ask for another mail at any time.",
                path: Paths.webPasswordForgotten, label: "Send me another")
        case "passwords_off", "mail_off":
            FailureWords(
                heading: "This is not offered here",
                text: "Whoever runs this service does not use it. Nothing was changed.", path: "/",
                label: "Go to the start")
        case "password_missing":
            FailureWords(
                heading: "Your account has no password",
                text: "It opens with your Apple Account, and nothing else is needed.",
                path: Paths.webAccount, label: "Go to your account")
        case "last_way_in":
            FailureWords(
                heading: "This is your only way in",
                text: "Without it nobody could open your account, not even you. Add another Apple Account first.",
                path: Paths.webAccount, label: "Go to your account")
        case "provider_off":
            FailureWords(
                heading: "Sign in with Apple is switched off",
                text: "Whoever runs this service does not use it at the moment. Nobody was signed in.", path: "/",
                label: "Go to the start")
        case "browser_proof_missing", "browser_proof_mismatch":
            FailureWords(
                heading: "This sign-in began somewhere else",
                text: "The answer from Apple belongs to another browser or another window. Nobody was signed in here.")
        case "apple_unavailable":
            FailureWords(
                heading: "Apple cannot be reached",
                text:
                    "Your sign-in could not be finished because Apple did not answer. In a minute, try again: the answer you "
                    + "brought is sent once more.")
        case "attempt_under_way":
            FailureWords(
                heading: "You are being signed in",
                text:
                    "Your browser sent the same answer twice, and the first one is not finished yet. Try again in a moment."
            )
        case "apple_key_unavailable":
            FailureWords(
                heading: "One moment more",
                text:
                    "Apple signed your sign-in with a key that is new here. In \(reply.retryAfter ?? 30) seconds, try again: "
                    + "the answer you brought is sent once more.")
        case "database_unavailable":
            FailureWords(
                heading: "Please try again in a moment",
                text: "The service is busy or being looked after. Nobody was signed in yet; try again in a moment.")
        case "rate_limited":
            FailureWords(
                heading: "Too many tries",
                text: "Please wait a minute, then reload this page: your browser asks the same once more.", path: nil)
        case "return_target_refused", "client_unknown", "client_wrong_kind", "client_not_named":
            FailureWords(
                heading: "The link that led here is not right",
                text: "It asks for something that this service does not know. Please tell whoever gave it to you.")
        case "account_disabled":
            FailureWords(
                heading: "This account is closed",
                text: "You can sign in to Apple, but the account here is no longer in use.", path: "/", label: "Go back"
            )
        case "account_held", "proof_required":
            FailureWords(
                heading: "Your account is not open yet",
                text: "Somebody looks at new accounts first. Please try again later, or ask whoever runs the service.",
                path: "/", label: "Go back")
        case "consent_revoked":
            FailureWords(
                heading: "You stopped using this app at Apple",
                text: "That happened while you were signing in, so nobody was signed in. You can sign in again.",
                label: "Sign in again")
        case "fresh_sign_in_required":
            FailureWords(
                heading: "Please sign in once more",
                text: "This changes who can open your account, so it needs a sign-in of the last ten minutes.",
                path: Paths.webSignIn + "?return_to=" + Paths.webAccount, label: "Sign in again")
        case "method_not_allowed":
            FailureWords(
                heading: "This page cannot be opened directly",
                text: "It only takes the answer that Apple sends at the end of a sign-in.", label: "Sign in")
        case "cross_site_request":
            FailureWords(
                heading: "That came from another site",
                text: "For your safety this is only done from our own pages.", path: "/", label: "Go back")
        case "route_unknown":
            FailureWords(
                heading: "There is nothing here", text: "The address may be mistyped or out of date.", path: "/",
                label: "Go to the start")
        default:
            FailureWords(
                heading: "The sign-in did not work",
                text: "Nobody was signed in. If it happens again, the code below helps to find out why.")
        }
    }
}

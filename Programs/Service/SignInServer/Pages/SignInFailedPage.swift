import Hummingbird
import SignInAPI
import SignInFlows

/// The page for an error: plain words, the code, the request's id, and a next step.
extension Pages {
    /// - Parameters:
    ///   - reply: the error and its HTTP answer.
    ///   - requestID: identifies the request in the log.
    ///   - callback: further details if Apple's answer was not accepted.
    ///   - again: where the same can be tried again.
    func failure(
        _ reply: ErrorReply, requestID: String, callback: CallbackFailure? = nil, again: String = Paths.webSignIn
    ) throws -> Response {
        let signInPath = callback?.again.path ?? again
        let words = reply.code.page
        var values: [String: any Sendable] = [
            "heading": text(words.heading), "text": pageText(of: reply), "label": text(words.label),
            "code": reply.code.name,
            "requestID": requestID,
        ]
        if reply.code == .cookiesBlocked {
            values["signInPath"] = signInPath
            return try render("cookies_blocked", values, title: text("cookies.title"), status: reply.status)
        }
        if let form = callback?.resendable {
            values["resend"] =
                ["action": Paths.webCallback, "fields": Self.repostedValues(form)] as [String: any Sendable]
            return try render("failed", values, title: text(words.heading), status: reply.status, permission: .resend)
        }
        values["path"] =
            switch words.wayOn {
            case .signIn: signInPath
            case .start: "/"
            case .account: Paths.webAccount
            case .freshSignIn: Paths.webSignIn + "?return_to=" + Paths.webAccount
            case .anotherMail: Paths.webPasswordForgotten
            case .reload, .nowhere: nil
            }
        return try render("failed", values, title: text(words.heading), status: reply.status)
    }
}

import Hummingbird
import SignInAPI

/// What a person reads when something did not work: plain words, the code, the request's id, a way on.
extension Pages {
    /// - Parameters:
    ///   - error: what went wrong.
    ///   - reply: how it is answered.
    ///   - requestID: names the request in the log.
    ///   - callback: more about it, where it was Apple's answer that was not taken.
    func failure(
        _ error: any Error, _ reply: ErrorReply, requestID: String, callback: CallbackFailure? = nil
    ) throws -> Response {
        let signInPath = callback?.again.path ?? Paths.webSignIn
        if case .cookiesBlocked? = error as? RequestRefusal {
            return try render(
                "cookies_blocked", ["signInPath": signInPath, "code": reply.code, "requestID": requestID],
                title: "Cookies are blocked", status: reply.status)
        }
        let copy = SignInFailedCopy.copy(for: error)
        var values: [String: Any] = [
            "heading": copy.heading, "text": copy.text, "label": copy.label, "code": reply.code,
            "requestID": requestID,
        ]
        if let form = callback?.resendable {
            values["resend"] = ["action": Paths.webCallback, "fields": Self.repostedValues(form)]
            return try render("failed", values, title: copy.heading, status: reply.status, permission: .resend)
        }
        switch copy.wayOn {
        case .signIn: values["path"] = signInPath
        case .page(let path): values["path"] = path
        case .reload: break
        }
        return try render("failed", values, title: copy.heading, status: reply.status)
    }
}

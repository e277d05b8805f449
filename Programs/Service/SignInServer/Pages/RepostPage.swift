import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The pages that post a foreign site's form again from our own origin, so that the browser sends the Lax cookie with
/// it.
extension Pages {
    /// The only fields of Apple's answer that are posted again.
    static let repostedFields = ["code", "id_token", "state", "user", "error", "iss"]

    func repost(_ form: FormFields) throws -> Response {
        try render(
            "repost",
            [
                "action": Paths.webCallback, "fields": Self.repostedValues(form), "isFromApple": true,
            ], title: text("common.one_moment"), permission: .resend, script: .repost)
    }

    /// Posts the request of an OpenID client again. A redirect would put its tokens into an address.
    func repost(_ parameters: OAuthParameters, to path: String) throws -> Response {
        let fields = parameters.pairs.map { ["name": $0.name, "value": $0.value] }
        return try render(
            "repost",
            ["action": path, "fields": fields, "isFromApple": false],
            title: text("common.one_moment"), permission: .resend, script: .repost)
    }

    static func repostedValues(_ form: FormFields) -> [[String: String]] {
        repostedFields.compactMap { name in form[name].map { ["name": name, "value": $0] } }
    }
}

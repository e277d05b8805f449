import HTTPServing
import Hummingbird
import SignInAPI

/// The page that posts Apple's answer again from our own origin, so that the browser sends the Lax cookie with it.
extension Pages {
    /// The only fields that are posted again.
    static let repostedFields = ["code", "id_token", "state", "user", "error", "iss"]

    func repost(_ form: FormFields) throws -> Response {
        try render(
            "repost",
            ["action": Paths.webCallback, "fields": Self.repostedValues(form), "script": PageScripts.repost],
            title: text("common.one_moment"), permission: .repost)
    }

    static func repostedValues(_ form: FormFields) -> [[String: String]] {
        repostedFields.compactMap { name in form[name].map { ["name": name, "value": $0] } }
    }
}

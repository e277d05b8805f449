import HTTPServing
import Hummingbird
import SignInAPI

/// Posts Apple's answer once more, this time from our own origin, so that the Lax cookie comes with it.
extension Pages {
    /// Only these are sent on.
    static let repostedFields = ["code", "id_token", "state", "user", "error", "iss"]

    func repost(_ form: FormFields) throws -> Response {
        try render(
            "repost",
            ["action": Paths.webCallback, "fields": Self.repostedValues(form), "script": Self.repostScript],
            title: "One moment", permission: .repost)
    }

    static func repostedValues(_ form: FormFields) -> [[String: String]] {
        repostedFields.compactMap { name in form[name].map { ["name": name, "value": $0] } }
    }
}

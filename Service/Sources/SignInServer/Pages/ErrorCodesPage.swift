import Hummingbird
import SignInFlows

/// Every code that a reply can carry, with its meaning: what `documentation` in an error points to.
extension Pages {
    func errorCodes() throws -> Response {
        try render("errors", ["codes": ErrorCodes.all.map(\.row)], title: "Error codes", wide: true)
    }
}

/// The codes of the service, from the same values that replies are made of.
struct ErrorCodes {
    let code: String
    let status: Int
    let meaning: String

    static var all: [ErrorCodes] {
        let errors: [any Error] = RequestRefusal.all + SignInError.all
        let replies =
            errors.map { ErrorReplies.reply(for: $0) } + [.refusedByFramework, ErrorReplies.reply(for: Unforeseen())]
        return replies.map { ErrorCodes(code: $0.code, status: Int($0.status.code), meaning: $0.message) }
            .sorted { $0.code < $1.code }
    }

    var row: [String: String] { ["code": code, "status": String(status), "meaning": meaning] }

    private struct Unforeseen: Error {}
}

import Hummingbird
import SignInFlows

/// The page with every error code and its meaning, by topic. The member `documentation` of an error links to it.
extension Pages {
    func errorCodes() throws -> Response {
        let topics = ErrorCode.topics.enumerated().map { index, topic -> [String: any Sendable] in
            let codes = topic.codes.sorted { $0.name < $1.name }.map {
                ["code": $0.name, "status": String($0.status), "meaning": $0.message]
            }
            return ["topicID": "topic-\(index + 1)", "topic": topic.title, "codes": codes]
        }
        return try render("errors", ["topics": topics], title: "Error codes", wide: true, script: .errorFilter)
    }
}

extension ErrorCode {
    /// Every error of the catalogue once, by what the request was about.
    static var topics: [(title: String, codes: [ErrorCode])] {
        let byName: [(title: String, holds: (String) -> Bool)] = [
            ("Notifications from Apple", { $0.hasPrefix("notification_") }),
            ("Passwords and mails", { $0.hasPrefix("password") || $0.hasPrefix("mail") || $0.hasPrefix("hashing") }),
        ]
        let rest: [(title: String, codes: [ErrorCode])] = [
            ("Sign-in, sessions and accounts", ofFlows), ("OpenID clients", ofOpenID), ("Requests", ofRequests),
        ]
        let named = byName.map { topic in (title: topic.title, codes: all.filter { topic.holds($0.name) }) }
        let taken = Set(named.flatMap(\.codes).map(\.name))
        let others = rest.map { topic in
            (title: topic.title, codes: topic.codes.filter { !taken.contains($0.name) })
        }
        return Array(others.prefix(1)) + named + Array(others.dropFirst())
    }
}

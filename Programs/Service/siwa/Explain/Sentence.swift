import AccountStorage
import Foundation
import JSONWebTokens
import SignInAPI

/// One sentence of an explanation.
///
/// It may contain codes from a log or the database as they are, so it is escaped when it is printed.
struct Sentence: Sendable, Equatable {
    /// A part of a count.
    struct Tally: Sendable, Equatable {
        let name: String
        let count: Int
    }

    /// When it happened; nil for a sentence about a whole period.
    let time: Date?
    /// What happened, as a stable code.
    let event: String
    let text: String
    /// The session concerned.
    var session: SessionID?
    /// What was refused, and what that means.
    var refusal: RefusalMeaning?
    /// How often it happened, for a sentence about a period, and the outcomes and platforms of these times.
    var count: Int?
    var outcomes: [Tally] = []
    var platforms: [Tally] = []
}

/// For people.
extension Sentence {
    /// The sentence after its time, and below it what its refusal means.
    var lines: [String] {
        let start = time.map { Timestamp.text(of: $0) + "  " } ?? ""
        let margin = String(repeating: " ", count: max(2, start.count))
        var lines = [start + text]
        if let meaning = refusal?.meaning { lines.append(margin + "Meaning: " + meaning) }
        if let remedy = refusal?.remedy { lines.append(margin + "What to do: " + remedy) }
        return lines.map { VisibleJSON.visible($0) }
    }
}

/// For programs.
extension Sentence {
    var json: JSONValue {
        var members: [(name: String, value: JSONValue)] = [
            (name: "time", value: Self.text(time.map { Timestamp.text(of: $0) })),
            (name: "event", value: .string(event)),
            (name: "sentence", value: .string(text)),
            (name: "session", value: Self.text(session?.text)),
            (name: "refusal", value: refusal.map { Self.json($0) } ?? .null),
        ]
        if let count {
            members += [
                (name: "count", value: .number(JSONNumber(count))),
                (name: "outcomes", value: Self.json(outcomes)),
                (name: "platforms", value: Self.json(platforms)),
            ]
        }
        return .object(JSONObject(members))
    }

    private static func json(_ refusal: RefusalMeaning) -> JSONValue {
        let members: [(name: String, value: JSONValue)] = [
            (name: "code", value: .string(refusal.code)), (name: "meaning", value: text(refusal.meaning)),
            (name: "remedy", value: text(refusal.remedy)),
        ]
        return .object(JSONObject(members))
    }

    private static func json(_ tallies: [Tally]) -> JSONValue {
        .array(
            tallies.map { tally in
                let members: [(name: String, value: JSONValue)] = [
                    (name: "name", value: .string(tally.name)),
                    (name: "count", value: .number(JSONNumber(tally.count))),
                ]
                return .object(JSONObject(members))
            })
    }

    private static func text(_ text: String?) -> JSONValue {
        text.map { .string($0) } ?? .null
    }
}

import Foundation
import JSONWebTokens
import SignInWithApple

/// `siwa token verify --batch`: reads JSON lines and answers them in the same order.
struct TokenBatch {
    let verification: Result<TokenVerification, KeySource.Failure>
    let now: Date

    /// The limit is far above that of a token, so that a token that is too large is refused by the verifier.
    private static let longestLine = 16 << 20
    private static let limits = TokenLimits(maximumBytes: longestLine)

    init(verification: Result<TokenVerification, KeySource.Failure>, at now: Date) {
        self.verification = verification
        self.now = now
    }

    /// Exits with 0 if every line was decided, otherwise with 3.
    func run() throws {
        var input = StandardInput()
        var isDecided = true
        if case .failure(let failure) = verification {
            Output.remark("could not decide: \(failure.explanation)")
        }
        while let line = input.line(limit: Self.longestLine) {
            let answer: Answer
            switch line {
            case .tooLong: answer = .undecided(id: .null, "line_too_long")
            case .bytes(let bytes):
                guard bytes.contains(where: { $0 != 0x20 && $0 != 0x09 }) else { continue }
                answer = self.answer(to: bytes)
            }
            isDecided = isDecided && answer.isDecided
            Output.result(VisibleJSON.line(.object(answer.object)))
        }
        guard isDecided else { throw ProgramExit.undecided }
    }

    private struct Answer {
        let object: JSONObject
        let isDecided: Bool

        static func undecided(id: JSONValue, _ code: String) -> Answer {
            Answer(object: ["id": id, "accept": false, "error": .string(code)], isDecided: false)
        }
    }

    private func answer(to line: [UInt8]) -> Answer {
        guard let object = try? StrictJSONReader.readObject(line, limits: Self.limits) else {
            return .undecided(id: .null, "line_malformed")
        }
        let id = object["id"] ?? .null
        guard let token = object.text("token"), let given = Self.given(object) else {
            return .undecided(id: id, "line_malformed")
        }
        switch verification {
        case .failure(let failure):
            return .undecided(id: id, failure.code)
        case .success(let verification):
            switch verification.verify(token, beside: given, at: now) {
            case .accepted(let claims):
                return Answer(object: ["id": id, "accept": true, "claims": .object(claims)], isDecided: true)
            case .refused(let code, _):
                return Answer(object: ["id": id, "accept": false, "error": .string(code)], isDecided: true)
            }
        }
    }

    /// The values that came with the token. `nil` if `given` is malformed: a code that is ignored would seem to be
    /// checked.
    private static func given(_ line: JSONObject) -> TokenCompanion? {
        guard let value = line["given"], value != .null else { return .nothing }
        guard let given = value.object else { return nil }
        var texts: [String: String] = [:]
        for member in given.members where member.value != .null {
            guard ["code", "access_token"].contains(member.name), let text = member.value.string else { return nil }
            texts[member.name] = text
        }
        return TokenCompanion(code: texts["code"], accessToken: texts["access_token"])
    }
}

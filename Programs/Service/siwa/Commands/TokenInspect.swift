import ArgumentParser
import Foundation
import JSONWebTokens
import SignInFlows
import SignInWithApple

/// `siwa token inspect`: shows the content of a token without trusting it.
struct TokenInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show what a token contains, without verifying anything.",
        discussion: """
            Reads one token on standard input and prints its header and claims as JSON. Only the format is checked: \
            anyone can write a token that looks like this. Use `siwa token verify` before you trust any of it.

            Exit codes: 0 the token could be read, 1 it is not a token (the stable code is printed), 2 usage error.
            """)

    @OptionGroup var clock: Clock

    func run() throws {
        var input = StandardInput()
        let text = input.text(limit: 1 << 20) ?? String(repeating: "A", count: 1 << 20)
        let token: UnverifiedIdentityToken
        do throws(TokenFormatError) {
            token = try UnverifiedIdentityToken.inspect(text)
        } catch {
            if let mistake = SentMistake(token: text) { Output.remark(mistake.sentence) }
            Output.result(error.code.rawValue)
            throw ProgramExit.no
        }
        let claims = token.claims
        var members: [(name: String, value: JSONValue)] = [
            (name: "verified", value: false),
            (name: "header", value: .object(token.header)),
            (name: "claims", value: claims.map { .object($0) } ?? .null),
            (name: "signature_bytes", value: .number(JSONNumber(token.signatureByteCount))),
        ]
        let times = Self.written(token.times)
        if !times.isEmpty { members.append((name: "times", value: .object(JSONObject(times)))) }
        Output.remark("UNVERIFIED: anyone could have written this.")
        if claims == nil { Output.remark("The payload is not one strict JSON object.") }
        if let claims { remarkOnEnd(of: claims) }
        Output.result(VisibleJSON.lines(.object(JSONObject(members))))
    }

    /// The times among the claims, as ISO 8601. Times too far away to format remain plain numbers.
    private static func written(_ times: [(name: String, date: Date)]) -> [(name: String, value: JSONValue)] {
        times.filter { abs($0.date.timeIntervalSince1970) < 1e11 }.map {
            (name: $0.name, value: .string($0.date.formatted(.iso8601)))
        }
    }

    /// Warns that a stored client secret must be replaced before it expires.
    private func remarkOnEnd(of claims: JSONObject) {
        guard let end = claims.double("exp") else { return }
        let left = end - clock.date.timeIntervalSince1970
        if left <= 0 {
            Output.remark("It has expired.")
        } else if claims.text("aud", is: "https://appleid.apple.com"), left < 30 * 86_400, left > 86_400 {
            let days = Int(left / 86_400)
            Output.remark("This client secret expires in \(days) \(days == 1 ? "day" : "days"): replace it.")
        }
    }
}

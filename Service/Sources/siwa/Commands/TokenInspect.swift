import ArgumentParser
import Foundation
import JSONWebTokens

/// `siwa token inspect`: what a token says of itself, believed by nobody.
struct TokenInspect: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "inspect", abstract: "Show what a token says, without verifying anything.",
        discussion: """
            Reads one token on standard input and prints its header and claims as JSON. Nothing is checked but the shape: \
            anybody can write a token that looks like this. Use `siwa token verify` before you believe any of it.

            Exit codes: 0 the token could be read, 1 it is no token (the stable code is printed), 2 wrong usage.
            """)

    @OptionGroup var clock: Clock

    func run() throws {
        var input = StandardInput()
        let text = input.text(limit: 1 << 20) ?? String(repeating: "A", count: 1 << 20)
        let token: CompactJWS
        do throws(TokenFormatError) {
            token = try CompactJWS(text)
        } catch {
            Output.result(error.code.rawValue)
            throw ProgramExit.no
        }
        let claims = try? StrictJSONReader.readObject(token.payload)
        var members: [(name: String, value: JSONValue)] = [
            (name: "verified", value: false),
            (name: "header", value: .object(token.header.members)),
            (name: "claims", value: claims.map { .object($0) } ?? .null),
            (name: "signature_bytes", value: .number(JSONNumber(token.signature.count))),
        ]
        let times = claims.map { Self.times(of: $0) } ?? []
        if !times.isEmpty { members.append((name: "times", value: .object(JSONObject(times)))) }
        Output.remark("UNVERIFIED: anybody could have written this.")
        if claims == nil { Output.remark("The payload is not one strict JSON object.") }
        if let claims { remarkOnEnd(of: claims) }
        Output.result(VisibleJSON.lines(.object(JSONObject(members))))
    }

    /// The times among the claims, as people write them.
    private static func times(of claims: JSONObject) -> [(name: String, value: JSONValue)] {
        ["iat", "nbf", "exp", "auth_time"].compactMap { name in
            guard let seconds = claims.double(name), abs(seconds) < 1e11 else { return nil }
            let date = Date(timeIntervalSince1970: seconds)
            return (name: name, value: .string(date.formatted(.iso8601)))
        }
    }

    /// A client secret that somebody keeps has to be replaced before it ends.
    private func remarkOnEnd(of claims: JSONObject) {
        guard let end = claims.double("exp") else { return }
        let left = end - clock.date.timeIntervalSince1970
        if left <= 0 {
            Output.remark("It has expired.")
        } else if claims.text("aud", is: "https://appleid.apple.com"), left < 30 * 86_400, left > 86_400 {
            Output.remark("This client secret ends in \(Int(left / 86_400)) days: replace it.")
        }
    }
}

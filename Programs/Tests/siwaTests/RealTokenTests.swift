import ChildPrograms
import Foundation
import JSONWebTokens
import Testing

/// Tokens that Apple really signed, from SIGN_IN_TEST_DATA: `apple-real-tokens.json` with `apple-jwks-history.json`.
@Suite struct RealTokenTests {
    private struct RealTokens: Decodable {
        struct Token: Decodable {
            let kind: String
            let aud: String
            let iat: Int
            let exp: Int
            let token: String
        }
        let tokens: [Token]
    }

    private static func folder() throws -> URL? {
        let environment = ProcessInfo.processInfo.environment
        guard let folder = environment["SIGN_IN_TEST_DATA"], !folder.isEmpty else {
            print("not run: tokens that Apple signed, since SIGN_IN_TEST_DATA is not set")
            return nil
        }
        let url = URL(filePath: folder)
        let isThere = FileManager.default.fileExists(atPath: url.appending(path: "apple-real-tokens.json").path)
        if !isThere, environment["CI"] == nil {
            print("not run: tokens that Apple signed are not in \(folder)")
            return nil
        }
        return url
    }

    @Test func `accepts what Apple signed, inside its life and for its own audience only`() async throws {
        guard let folder = try Self.folder() else { return }
        let data = try Data(contentsOf: folder.appending(path: "apple-real-tokens.json"))
        let tokens = try JSONDecoder().decode(RealTokens.self, from: data).tokens
        let keys = folder.appending(path: "apple-jwks-history.json").path
        var accepted: [String: Int] = [:]
        for entry in tokens {
            func verify(_ input: String, now: Int, clientID: String, batch: Bool = false) async throws -> Program.Ended
            {
                var arguments = ["token", "verify", "--client-id", clientID, "--jwks", keys, "--now", "\(now)"]
                arguments += entry.kind == "notification" ? ["--kind", "notification"] : ["--no-nonce"]
                return try await Program.siwa.run(arguments + (batch ? ["--batch"] : []), input: input)
            }
            let ended = try await verify(entry.token, now: entry.iat + 1, clientID: entry.aud)
            #expect(ended.status == 0, "\(entry.aud), \(entry.iat): \(ended.output)\(ended.errors)")
            #expect(try ended.object().text("aud") == entry.aud)
            accepted[entry.kind, default: 0] += 1

            let other = try await verify(entry.token, now: entry.iat + 1, clientID: entry.aud + ".other")
            #expect(other.output == "audience_mismatch\n" && other.status == 1)
            let late = try await verify(entry.token, now: entry.exp, clientID: entry.aud)
            #expect(late.output == "expired\n" && late.status == 1)
            let early = try await verify(entry.token, now: entry.iat - 61, clientID: entry.aud)
            #expect(early.output == "issued_in_future\n" && early.status == 1)

            let damaged = Self.damaged(entry.token)
            let lines = [SampleTokens.line("good", entry.token)] + damaged.map { SampleTokens.line("damaged", $0) }
            let batch = try await verify(
                lines.joined(separator: "\n"), now: entry.exp - 1, clientID: entry.aud, batch: true)
            #expect(batch.status == 0)
            #expect(try batch.objects().map { $0.bool("accept") } == [true] + damaged.map { _ in false })
        }
        #expect(accepted == ["id_token": 17, "notification": 3])
    }

    /// The token with one character changed, at many positions but never in the unused bits of a segment's last
    /// character.
    private static func damaged(_ token: String) -> [String] {
        let characters = Array(token.utf8)
        return stride(from: 1, to: characters.count - 1, by: 37).compactMap { place in
            guard characters[place] != UInt8(ascii: "."), characters[place + 1] != UInt8(ascii: ".") else { return nil }
            var changed = characters
            changed[place] = changed[place] == UInt8(ascii: "A") ? UInt8(ascii: "B") : UInt8(ascii: "A")
            return String(decoding: changed, as: UTF8.self)
        }
    }
}

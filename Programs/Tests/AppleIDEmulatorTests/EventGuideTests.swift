import Foundation
import HummingbirdTesting
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Compares Documentation/emulator/events.md with the code, and runs its Swift example.
@Suite struct EventGuideTests {
    private static func guide() throws -> String { try GuideTests.text("Documentation/emulator/events.md") }

    @Test func `names every event in the guide, and no other`() throws {
        let rows = try Self.guide().split(separator: "\n").drop { !$0.hasPrefix("| event |") }.dropFirst(2)
        let named = rows.flatMap { row in
            (row.split(separator: "|").first ?? "").matches(of: /`(\w+)`/).map { String($0.output.1) }
        }
        #expect(named.sorted() == EventType.allCases.map(\.rawValue).sorted())
    }

    @Test func `shows the Swift example as it is built`() throws {
        let source = try String(
            contentsOf: URL(fileURLWithPath: #filePath), encoding: .utf8)
        let example = try #require(
            source.firstMatch(of: #/(?s)        // guide: events\n(.*?)\n        // end/#)?.output.1)
        let lines = example.split(separator: "\n", omittingEmptySubsequences: false).map { String($0.dropFirst(8)) }
        #expect(try Self.guide().contains(lines.joined(separator: "\n")))
    }

    @Test func `runs the Swift example`() async throws {
        try await TestEmulator().runLive { caller in
            _ = try await caller.token(["code": try await caller.code()])
            let data = try await Self.example(base: "http://127.0.0.1:\(try #require(caller.port))")
            #expect(data?.contains(#""type":"tokens_issued""#) == true)
        }
    }

    private static func example(base: String) async throws -> String? {
        // guide: events
        func wait(for type: String, since position: Int) async throws -> String? {
            let query = "since=\(position)&types=\(type)&count=1"
            guard let url = URL(string: "\(base)/_emulator/events?\(query)") else { return nil }
            let (data, _) = try await URLSession.shared.data(from: url)
            let lines = String(decoding: data, as: UTF8.self).split(separator: "\n")
            return lines.first { $0.hasPrefix("data: ") }.map { String($0.dropFirst("data: ".count)) }
        }
        let issued = try await wait(for: "tokens_issued", since: 0)
        // end
        return issued
    }
}

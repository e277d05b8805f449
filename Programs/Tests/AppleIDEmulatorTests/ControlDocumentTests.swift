import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import Testing

@testable import AppleIDEmulator

/// Compares Documentation/emulator-control.yaml with the code. `Scripts/test contract` sends what it describes.
@Suite struct ControlDocumentTests {
    private static func document() throws -> String { try GuideTests.text("Documentation/emulator-control.yaml") }

    /// Methods with paths, such as `post /_emulator/clock`.
    private static func described() throws -> Set<String> {
        var (path, described) = ("", Set<String>())
        for line in try document().split(separator: "\n") {
            if let match = line.wholeMatch(of: #/  (/_emulator/\S+):/#) { path = String(match.output.1) }
            if let match = line.wholeMatch(of: #/    (get|post|put|delete|patch):/#) {
                described.insert("\(match.output.1) \(path)")
            }
        }
        return described
    }

    @Test func `describes every control call, and no other`() throws {
        let routes = try TestEmulator().server.makeRouter().routes
            .map { "\($0.method.rawValue.lowercased()) \($0.path)" }.filter { $0.contains(" /_emulator") }
        let described = try Self.described()
        #expect(routes.count > 40 && Set(routes) == described, "\(described.symmetricDifference(routes).sorted())")
    }

    @Test func `names every code with which a control call is refused`() throws {
        let sources = GuideTests.programs.appending(path: "Emulator/AppleIDEmulator")
        let names = try FileManager.default.subpathsOfDirectory(atPath: sources.path).filter { $0.hasSuffix(".swift") }
        var codes: Set<String> = []
        for name in names {
            let text = try String(contentsOf: sources.appending(path: name), encoding: .utf8)
            for match in text.matches(of: /(?:badRequest|notFound)\(\s*"(\w+)"/) {
                codes.insert(String(match.output.1))
            }
            for match in text.matches(of: /status: \d+, code: "(\w+)"/) { codes.insert(String(match.output.1)) }
        }
        let document = try Self.document()
        let missing = codes.filter { !document.contains("`\($0)`") }.sorted()
        #expect(codes.count > 30 && missing.isEmpty, "\(missing)")
    }

    @Test func `knows every event, fault and switch`() throws {
        let document = try Self.document()
        let words = Set(document.matches(of: /[\w-]+/).map { String($0.output) })
        let names = EventType.allCases.map(\.rawValue) + Fault.Kind.allCases.map(\.rawValue) + Switches.names
        #expect(names.filter { !words.contains($0) }.isEmpty)
    }

    @Test func `is served by the emulator`() async throws {
        let document = try Self.document()
        try await TestEmulator().run { (caller) async throws in
            let reply = try await caller.send(.get, "/_emulator/openapi.yaml")
            #expect(reply.header("Content-Type") == "application/yaml" && reply.text == document)
        }
    }
}

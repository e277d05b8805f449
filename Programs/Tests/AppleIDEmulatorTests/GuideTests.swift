import Foundation
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import Testing

@testable import AppleIDEmulator

/// Compares the guide and the fidelity document with the code and the tests.
@Suite struct GuideTests {
    private static let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    static let programs = tests.deletingLastPathComponent().deletingLastPathComponent()

    static func text(_ path: String) throws -> String {
        try String(contentsOf: programs.deletingLastPathComponent().appending(path: path), encoding: .utf8)
    }

    /// The contents of all files with this suffix in a folder of the repository.
    private static func texts(in folder: String, endingIn suffix: String) throws -> [String] {
        let root = programs.deletingLastPathComponent().appending(path: folder)
        let names = try FileManager.default.subpathsOfDirectory(atPath: root.path)
        return try names.filter { $0.hasSuffix(suffix) }.map {
            try String(contentsOf: root.appending(path: $0), encoding: .utf8)
        }
    }

    // MARK: the fidelity document

    private struct Row {
        let cells: [String]

        /// The names in backticks in the last column.
        var tests: [String] { cells[3].matches(of: /`([^`]+)`/).map { String($0.output.1) } }
    }

    private static func rows() throws -> [Row] {
        try text("Documentation/emulator-fidelity.md").split(separator: "\n")
            .filter { $0.hasPrefix("| ") && !$0.hasPrefix("| Apple |") && !$0.hasPrefix("| module |") }
            .map { line in
                Row(
                    cells: line.split(separator: "|", omittingEmptySubsequences: false).dropFirst().dropLast()
                        .map { $0.trimmingCharacters(in: .whitespaces) })
            }
    }

    private static func knownTests() throws -> Set<String> {
        var known: Set<String> = []
        for text in try texts(in: "Programs/Tests/AppleIDEmulatorTests", endingIn: ".swift") {
            for name in text.matches(of: /func `([^`]+)`/) { known.insert(String(name.output.1)) }
        }
        let suite = "Laboratory/cases/refusals"
        let cases = try texts(in: suite + "/cases", endingIn: ".json") + texts(in: suite + "/mail", endingIn: ".json")
        for text in cases {
            for id in text.matches(of: /"id": "([^"]+)"/) { known.insert("suite: " + String(id.output.1)) }
        }
        for text in try texts(in: "Laboratory/journeys/browser", endingIn: ".py") {
            for name in text.matches(of: /def (test_\w+)/) { known.insert(String(name.output.1)) }
        }
        return known
    }

    @Test func `names a test that exists in every row of the fidelity document`() throws {
        let (rows, known) = (try Self.rows(), try Self.knownTests())
        #expect(rows.count > 60)
        let untested = rows.filter { $0.cells.count != 4 || $0.tests.isEmpty }.map(\.cells)
        #expect(untested.isEmpty)
        let unknown = rows.filter { $0.cells.count == 4 }.flatMap(\.tests).filter { !known.contains($0) }
        #expect(unknown.isEmpty)
    }

    @Test func `has a row of the fidelity document for each case of mail`() throws {
        let named = Set(try Self.rows().filter { $0.cells.count == 4 }.flatMap(\.tests))
        let cases = try Self.texts(in: "Laboratory/cases/refusals/mail", endingIn: ".json").flatMap { text in
            text.matches(of: /"id": "([^"]+)"/).map { "suite: " + String($0.output.1) }
        }
        #expect(cases.count > 30 && Set(cases).isSubset(of: named))
    }

    @Test func `gives the evidence in every row, in the known tags`() throws {
        for row in try Self.rows() {
            let tags = row.cells[2].matches(of: /\[(\w+)\]/).map { String($0.output.1) }
            #expect(!tags.isEmpty && tags.allSatisfy { ["D", "DTS", "O", "U"].contains($0) }, "\(row.cells)")
            #expect(!row.cells[0].isEmpty && !row.cells[1].isEmpty)
        }
    }

    @Test func `names every switch in the guide and in the fidelity document`() throws {
        let (guide, fidelity) = (
            try Self.text("Documentation/emulator.md"), try Self.text("Documentation/emulator-fidelity.md")
        )
        let names = Switches.names.sorted()
        let (missing, unfaithful) = (
            names.filter { !guide.contains("`\($0)`") }, names.filter { !fidelity.contains("`\($0)`") }
        )
        #expect(missing.isEmpty && unfaithful.isEmpty)
    }

    @Test func `names every fault and variant in the guide`() throws {
        let guide = try Self.text("Documentation/emulator.md")
        let names = Fault.Kind.allCases.flatMap { [$0.rawValue] + Fault.variants(of: $0) }
        let missing = names.filter { !guide.contains("`\($0)`") }
        #expect(missing.isEmpty)
    }

    @Test func `shows pictures that are there`() throws {
        let guide = try Self.text("Documentation/emulator.md")
        let pictures = guide.matches(of: /\]\((pictures\/[^)]+)\)/).map { String($0.output.1) }
        #expect(pictures.count >= 8)
        for picture in pictures {
            let path = Self.programs.deletingLastPathComponent().appending(path: "Documentation/" + picture).path
            #expect(FileManager.default.fileExists(atPath: path), "\(picture)")
        }
    }

    // MARK: the examples

    @Test func `shows the Swift examples as they are built`() throws {
        let guide = try Self.text("Documentation/emulator.md")
        let source = try String(contentsOf: Self.tests.appending(path: "GuideExamples.swift"), encoding: .utf8)
        let examples = source.matches(of: /(?s)( *)\/\/ guide: [^\n]+\n(.*?)\n *\/\/ end/)
        #expect(examples.count == 2)
        for example in examples {
            let indent = example.output.1.count
            let lines = example.output.2.split(separator: "\n", omittingEmptySubsequences: false)
                .map { String($0.dropFirst(indent)) }
            let isShown = guide.contains(lines.joined(separator: "\n"))
            #expect(isShown, "the guide has another example than \(lines)")
        }
    }

    @Test func `runs the Swift examples`() async throws {
        let token = try await TestEmulator().runLive { caller in
            let port = try #require(caller.port)
            return try await GuideExamples.overHTTP(base: try #require(URL(string: "http://127.0.0.1:\(port)")))
        }
        #expect(try payload(of: token).text("aud") == TestEmulator.app)
        #expect(try await GuideExamples.inProcess().hasPrefix("http://127.0.0.1:"))
    }
}

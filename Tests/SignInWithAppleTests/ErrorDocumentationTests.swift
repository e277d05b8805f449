import Foundation
import Testing

@testable import SignInWithApple

/// `Documentation/errors.md` and the code list the same error codes in the same order.
@Suite struct ErrorDocumentationTests {
    private struct Row: Equatable {
        let code: String
        let meaning: String
        let advice: String
    }

    private func text(_ path: String) throws -> String {
        let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent()
        return try String(decoding: Data(contentsOf: root.appendingPathComponent(path)), as: UTF8.self)
    }

    private func rows(under title: String) throws -> [Row] {
        let page = try text("Documentation/errors.md")
        let section = try #require(page.components(separatedBy: "\n## ").first { $0.hasPrefix(title + "\n") })
        return section.split(separator: "\n").filter { $0.hasPrefix("| `") }.map { line in
            let cells = line.split(separator: "|").map { $0.trimmingCharacters(in: .whitespaces) }
            return Row(code: cells[0].filter { $0 != "`" }, meaning: cells[1], advice: cells[2])
        }
    }

    @Test(
        arguments: [
            ("TokenRejection", "TokenChecks/TokenRejection", TokenRejection.allCases),
            (
                "AuthorizationCallbackError", "WebAuthorization/AuthorizationCallbackError",
                AuthorizationCallbackError.allCases
            ),
            ("TransportFailure", "Transport/TransportFailure", TransportFailure.allCases),
            ("KeySetStoreFault", "Keys/FileKeySetStore", KeySetStoreFault.allCases),
            ("ConfigurationFault", "Configuration/ConfigurationFault", ConfigurationFault.allCases),
        ] as [(String, String, [any CodedError])])
    func `the page has a row for every code, and no other`(
        title: String, file: String, errors: [any CodedError]
    ) throws {
        let rows = try rows(under: title)
        let codes = errors.map(\.code)
        #expect(rows.map(\.code) == codes)
        #expect(rows.map(\.advice) == errors.map(\.advice))
        #expect(rows.allSatisfy { !$0.meaning.isEmpty && !$0.advice.isEmpty })
        #expect(Set(codes).count == codes.count)
        // The list of an open type is maintained by hand. A declared code that it lacks would be missing from the page,
        // too.
        let declared = try text("Sources/SignInWithApple/\(file).swift").components(separatedBy: " = Self(").dropFirst()
        #expect(declared.map { $0.components(separatedBy: "\"")[1] } == codes)
    }

    /// An open list has no `allCases`, so its declarations are read instead.
    @Test func `the page has a row for every failure of a call to Apple`() throws {
        let source = try text("Sources/SignInWithApple/TokenEndpoint/AppleCallFailure.swift")
        let codes = source.components(separatedBy: "Self(rawValue: \"").dropFirst().compactMap {
            $0.components(separatedBy: "\"").first
        }
        #expect(codes.contains(AppleFailureCode.timedOut.rawValue))
        let rows = try rows(under: "AppleFailureCode")
        #expect(rows.map(\.code) == codes)
        #expect(rows.map(\.advice) == codes.map { AppleFailureCode(rawValue: $0).advice })
    }
}

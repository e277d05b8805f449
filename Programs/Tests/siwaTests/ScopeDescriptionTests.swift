import AccountStorage
import ChildPrograms
import Foundation
import Testing

@testable import siwa

/// Wherever a scope is described, an operator who creates a key reads the same about what its holder can do.
@Suite struct ScopeDescriptionTests {
    private func document(_ name: String) throws -> String {
        let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
            .deletingLastPathComponent().deletingLastPathComponent()
        return try String(contentsOf: root.appending(path: "Documentation/" + name), encoding: .utf8)
    }

    /// The text without line breaks and markup.
    private func plain(_ text: String) -> String {
        text.filter { $0 != "`" && $0 != "|" }.split { $0.isWhitespace }.joined(separator: " ")
    }

    @Test(arguments: ServiceCredential.Scope.allCases)
    func `help and documents say the same of a scope`(scope: ServiceCredential.Scope) async throws {
        let words = plain(CredentialText.words(for: scope)).dropLast()
        let help = try await Program.siwa.run(["credentials", "--help"]).output
        for text in try [help, document("openapi.yaml"), document("existing-users.md")] {
            let found = plain(text)
            #expect(
                found.contains("\(scope.rawValue): \(words)") || found.contains("\(scope.rawValue) \(words)"),
                "\(scope.rawValue)")
        }
    }

    @Test func `the help does not hide that a key for links opens accounts`() async throws {
        let help = try await Program.siwa.run(["credentials", "--help"]).output
        #expect(plain(help).contains("link: let any Apple Account into the account of any user"))
    }
}

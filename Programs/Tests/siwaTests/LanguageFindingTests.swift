import Foundation
import SignInFlows
import SignInServer
import TestDoubles
import Testing

@testable import siwa

/// What `siwa doctor` says about the operator's language files.
@Suite struct LanguageFindingTests {
    private func finding(_ french: String?) throws -> Finding? {
        let folder = try TemporaryFolder()
        if let french { _ = try folder.write(french, to: "fr.json") }
        let configuration = try ServerConfiguration(
            json: Array(
                """
                {"pages": {"languages": "\(folder.url.path)"}, "teams": {"main": {"team_id": "ABCDE12345",
                "keys": {"KEY0000001": {"file": "key.p8"}}, "clients": {"web": {"id": "com.example.web", "kind": "web", "primary_app_id": "com.example.app"}}}}}
                """.utf8), directory: "/etc/siwa")
        return Finding.languages(of: configuration.pages)
    }

    private static let incomplete = """
        {"direction": "ltr", "plurals": {}, "dates": {"moment": "{{day}} {{month}} {{year}} {{hour}} {{minute}}",
        "months": ["1", "2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]}, "texts": {"common": {"exit": "Sortie"}}}
        """

    @Test func `a folder that can be read is fine`() throws {
        let found = try #require(try finding(nil))
        #expect(found.level == .fine && found.meaning == "The pages are in these languages: de, en.")
    }

    @Test func `texts that are missing or unknown are a warning that names them`() throws {
        let found = try #require(try finding(Self.incomplete))
        #expect(found.code == "languages_incomplete" && found.level == .warning)
        #expect(found.meaning.contains("fr.json: common.sign_out: missing; "))
        #expect(found.meaning.hasSuffix("; fr.json: common.exit: unknown."))
    }

    @Test func `a file that cannot be read is a failure`() throws {
        let found = try #require(try finding("[]"))
        #expect(found.code == "languages_refused" && found.level == .failure)
        #expect(found.meaning.contains("fr.json: line 1, column 1: "))
    }
}

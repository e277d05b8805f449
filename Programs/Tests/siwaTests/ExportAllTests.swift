import AccountStorage
import ChildPrograms
import Foundation
import JSONWebTokens
import Testing

@testable import siwa

/// What `siwa accounts export-all` writes.
@Suite struct ExportAllTests {
    private let world: ExportWorld

    init() async throws {
        world = try await ExportWorld()
    }

    @Test func `every account is a line, in the order of the IDs, like its single export`() async throws {
        try await world.keepAda()
        let (first, last) = (AccountID(high: 1, low: 2), AccountID(high: 9, low: 3))
        try await world.keep([last, first])
        let ended = try await world.export()
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(ended.lines == ["3 accounts, without secrets", "  unreadable       0"])
        #expect(ended.errors.contains("100 %  3 accounts"))
        let lines = try world.lines()
        #expect(lines.compactMap { $0.accountID } == [first.text, ExportWorld.ada.text, last.text])
        for line in lines {
            let account = try #require(line.accountID)
            let single = try await world.siwaAccounts("export", account)
            let copy = try StrictJSONReader.readObject(Array(single.lines.joined().utf8))
            #expect(line.lasting == copy.lasting)
            // The later export has the earlier one in its history.
            let history = try #require(copy["audit"]?.array)
            #expect(Array(history.dropFirst()) == line["audit"]?.array)
            #expect(history.first?.object?.text("reason") == "operator")
        }
    }

    @Test func `only its owner can read the file`() async throws {
        try await world.keepAda()
        #expect(try await world.export().status == 0)
        let mode = try FileManager.default.attributesOfItem(atPath: world.file)[.posixPermissions] as? NSNumber
        #expect(mode?.intValue == 0o600)
        #expect(try world.written() == ["export.jsonl"])
    }

    @Test func `secrets are not in the file unless they are asked for`() async throws {
        try await world.keepAda()
        #expect(try await world.export().status == 0)
        let text = try String(contentsOfFile: world.file, encoding: .utf8)
        #expect(!text.contains("r-secret") && !text.contains("$scrypt$"))
        #expect(try world.lines().allSatisfy { $0["secrets"] == nil })
    }

    @Test func `with secrets, the hash and the tokens are in the file, and the history says so`() async throws {
        try await world.keepAda()
        try await world.keep([AccountID(high: 8, low: 1)])
        let ended = try await world.export("--with-secrets")
        #expect(ended.status == 0, "\(ended.errors)")
        #expect(
            ended.lines == [
                "2 accounts", "  password hashes  1", "  refresh tokens   1", "  unreadable       0",
            ])
        #expect(!(ended.output + ended.errors).contains("r-secret"))
        let token: JSONObject = [
            "team_id": "ABCDE12345", "subject": .string(ExportWorld.subject), "client": .string(ExportWorld.client),
            "token": "r-secret",
        ]
        let full: JSONObject = [
            "password_hash": .string(ExportWorld.hash), "refresh_tokens": .array([.object(token)]),
        ]
        let empty: JSONObject = ["refresh_tokens": .array([])]
        #expect(try world.lines().compactMap { $0["secrets"]?.object } == [full, empty])
        let history = try await world.siwaAccounts("history", ExportWorld.ada.text)
        #expect(history.lines.count == 1 && history.output.hasSuffix("exported  operator_with_secrets\n"))
    }

    @Test func `a token that cannot be opened is listed without a value, counted, and a no`() async throws {
        try await world.keepAda(sealed: [1, 2, 3])
        let ended = try await world.export("--with-secrets")
        #expect(ended.status == 1 && ended.errors.contains("no key in secrets_directory opens what is unreadable"))
        #expect(ended.lines.suffix(2) == ["  refresh tokens   0", "  unreadable       1"])
        let secrets = try #require(try world.lines().first?["secrets"]?.object)
        let token = try #require(secrets["refresh_tokens"]?.array?.first?.object)
        #expect(token["token"] == JSONValue.null && token.text("client") == ExportWorld.client)
    }

    @Test func `more accounts than a page are all in the file, once each`() async throws {
        let ids = (0...2 * AllAccountsExport.pageLength).map { AccountID(high: 5, low: UInt64($0)) }
        try await world.keep(ids.shuffled())
        let ended = try await world.export()
        #expect(ended.status == 0 && ended.lines.first == "\(ids.count) accounts, without secrets")
        let found = try world.lines().compactMap { $0.accountID }
        #expect(found == ids.map { $0.text })
    }

    @Test func `no accounts are an empty file`() async throws {
        let ended = try await world.export()
        #expect(ended.status == 0 && ended.lines.first == "0 accounts, without secrets")
        #expect(try Data(contentsOf: URL(fileURLWithPath: world.file)).isEmpty)
    }
}

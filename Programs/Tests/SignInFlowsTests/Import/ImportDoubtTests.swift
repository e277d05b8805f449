import AccountStorage
import Foundation
import JSONWebTokens
import TestDoubles
import Testing

@testable import SignInFlows

/// Values of the import file by which nobody can ever be recognised.
@Suite struct ImportDoubtTests {
    private static let digits = "0123456789abcdef0123456789abcdef"

    private func doubts(_ members: String, looksAtHashes: Bool = false) throws -> [String] {
        let object = try StrictJSONReader.readObject(Array(#"{"external_id":"x",\#(members)}"#.utf8))
        return ImportDoubt.find(in: object, looksAtHashes: looksAtHashes).map { "\($0.kind) \($0.cause)" }
    }

    static let subjects: [(subject: String, cause: String?)] = [
        ("001234.\(digits).0123", nil), ("s", nil), ("managed-0042", nil),
        ("ada@example.com", "address"), ("x7@privaterelay.appleid.com", "address"),
        ("apple|001234.\(digits).0123", "prefixed"), ("apple.com:001234.\(digits).0123", "prefixed"),
        ("001234.0123456789ABCDEF0123456789ABCDEF.0123", "upper_case"),
        ("c\(digits).0.mzy.abcdefghijklmnopqrstuv", "token"), ("eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "token"),
        ("eyJhbGciOiJSUzI1NiJ9.e30", "upper_case"), ("8c6f0dd2-6a8b-4f1e-9f53-6a2f0d1c9b11", "uuid"),
        ("8c6f0dd2-6a8b-4f1e-9f53-6a2f0d1c9b1", nil), ("gc6f0dd2-6a8b-4f1e-9f53-6a2f0d1c9b11", nil),
    ]

    @Test(arguments: subjects)
    func `a subject that is none of Apple's is doubtful`(subject: String, cause: String?) throws {
        let expected = cause.map { ["subject \($0)"] } ?? []
        #expect(try doubts(#""apple":[{"subject":"\#(subject)"}]"#) == expected)
    }

    static let tokens: [(token: String, cause: String?)] = [
        ("r\(digits).0.mzy.abcdefghijklmnopqrstuv", nil), ("r.t", nil), ("c\(digits)", "code"),
        ("c\(digits).0.mzy.abcdefghijklmnopqrstuv", "code"),
        ("a\(digits).0.mzy.abcdefghijklmnopqrstuv", "access_token"),
        ("eyJhbGciOiJSUzI1NiJ9.e30.c2ln", "signed_token"), ("c123", nil), ("cx\(digits.dropLast())", nil),
    ]

    @Test(arguments: tokens)
    func `a refresh token that is none is doubtful`(token: String, cause: String?) throws {
        let expected = cause.map { ["token \($0)"] } ?? []
        #expect(try doubts(#""apple":[{"subject":"s","client":"app","refresh_token":"\#(token)"}]"#) == expected)
    }

    static let addresses: [(members: String, expected: [String])] = [
        (#""email":"x7@privaterelay.appleid.com""#, ["address relay_without_subject"]),
        (#""email":"x7@Private.iCloud.com","apple":[]"#, ["address relay_without_subject"]),
        (#""email":"x7@privaterelay.appleid.com","apple":[{"subject":"s"}]"#, []),
        (#""email":"ada@example.com""#, []), (#""email":"<ada@example.com>""#, ["address not_bare"]),
        (#""email":"Mailto:ada@example.com""#, ["address not_bare"]),
    ]

    @Test(arguments: addresses)
    func `an address by which Apple recognises nobody is doubtful`(members: String, expected: [String]) throws {
        #expect(try doubts(members) == expected)
    }

    @Test func `each identity of a line is examined, and hashes only if asked for`() throws {
        let line =
            #""password_hash":"!","apple":[{"subject":"a@b"},{"subject":"s","refresh_token":"c\#(Self.digits)"}]"#
        #expect(try doubts(line) == ["subject address", "token code"])
        #expect(try doubts(line, looksAtHashes: true) == ["hash unusable", "subject address", "token code"])
    }

    @Test(arguments: [true, false])
    func `a doubtful line is imported, and its outcome names the doubt`(isDryRun: Bool) async throws {
        let world = try World()
        let importing = UserImporting(world.environment, isDryRun: isDryRun)
        let line = ImportLine(number: 1, bytes: Array(#"{"external_id":"x","email":"a@private.icloud.com"}"#.utf8))
        let begun = importing.begin(.init(high: 7, low: 7))
        let outcomes = try await importing.work(on: [line], of: begun, upTo: 50, isLast: true).outcomes
        #expect(outcomes.map(\.result) == [.made])
        #expect(outcomes.first?.doubts == [ImportDoubt(kind: .address, cause: "relay_without_subject")])
    }
}

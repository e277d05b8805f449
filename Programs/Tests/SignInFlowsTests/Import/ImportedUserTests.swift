import Foundation
import Testing

@testable import SignInFlows

/// Reads single lines of an import file.
@Suite struct ImportedUserTests {
    private let now = Date(timeIntervalSince1970: 1_790_000_000)

    private let teams = ImportTeams(ClientDirectory([]))

    private func read(_ line: String) throws(ImportRefusal) -> ImportedUser {
        try ImportedUser(ImportLine(number: 1, bytes: Array(line.utf8)).object(), at: now, teams: teams)
    }

    private func refusal(_ line: String) -> String? {
        importRefusal { () throws(ImportRefusal) in try read(line) }
    }

    private func thrown(_ line: String) -> ImportRefusal? {
        do throws(ImportRefusal) {
            _ = try read(line)
            return nil
        } catch {
            return error
        }
    }

    @Test func `a line says who somebody is, as much as it knows`() throws {
        let user = try read(
            """
            {"external_id": "4711", "email": "Ada@Example.com", "email_verified": true,
             "name": {"given": " Ada ", "family": "Lovelace"}, "created_at": "2019-12-10T08:00:00.250Z",
             "identities": [{"issuer": "https://accounts.google.com", "subject": "10769"}]}
            """)
        #expect(user.externalID == "4711" && user.email == "Ada@Example.com" && user.isEmailVerified == true)
        #expect(user.givenName == "Ada" && user.familyName == "Lovelace" && !user.isPrivateEmail)
        #expect(user.createdAt == Date(timeIntervalSince1970: 1_575_964_800.25))
        #expect(user.identities == [.init(issuer: "https://accounts.google.com", subject: "10769")])
        let least = try read(
            #"{"external_id":"x","email":null,"name":null,"apple":null,"identities":null,"password_hash":null}"#)
        #expect(least.email == nil && least.identities.isEmpty && least.password == nil && least.isEmailVerified == nil)
        let hidden = try read(
            #"{"external_id":"x","email":"a@privaterelay.appleid.com","created_at":"2020-01-01T00:00:00Z"}"#)
        #expect(hidden.isPrivateEmail && hidden.isEmailVerified == nil && hidden.isDisabled == nil)
        #expect(try read(#"{"external_id":"x","email":"A@Private.iCloud.com"}"#).isPrivateEmail)
        #expect(try !read(#"{"external_id":"x","email":"a@icloud.com"}"#).isPrivateEmail)
        #expect(try !read(#"{"external_id":"x","email":"a@notprivate.icloud.com"}"#).isPrivateEmail)
    }

    @Test(arguments: [
        ("", "json_invalid"), ("[]", "json_invalid"), (#"{"external_id":"x"} x"#, "json_invalid"),
        (#"{"external_id":"x","external_id":"y"}"#, "json_invalid"), ("{}", "member_missing external_id"),
        (#"{"external_id":null}"#, "member_missing external_id"),
        (#"{"external_id":4711}"#, "value_invalid external_id"),
        (#"{"external_id":""}"#, "value_invalid external_id"), (#"{"external_id":"a b"}"#, "value_invalid external_id"),
        (#"{"external_id":"x","mail":"a@b"}"#, "member_unknown mail"),
        (#"{"external_id":"x","password":"secret"}"#, "password_in_plain password"),
        (#"{"external_id":"x","mail":1,"password":"secret"}"#, "password_in_plain password"),
        (#"{"external_id":"x","email":"ada"}"#, "value_invalid email"),
        (#"{"external_id":"x","email":"a@b@c"}"#, "value_invalid email"),
        (#"{"external_id":"x","email":"a b@c.de"}"#, "value_invalid email"),
        (#"{"external_id":"x","email":"a\u202eb@c.de"}"#, "value_invalid email"),
        (#"{"external_id":"x","email":1}"#, "value_invalid email"),
        (#"{"external_id":"x","email":"a@b.de","email_verified":"yes"}"#, "value_invalid email_verified"),
        (#"{"external_id":"x","email_verified":true}"#, "member_missing email"),
        (#"{"external_id":"x","name":"Ada"}"#, "value_invalid name"),
        (#"{"external_id":"x","name":{"first":"Ada"}}"#, "member_unknown name.first"),
        (#"{"external_id":"x","name":{"given":"A\nB"}}"#, "value_invalid name.given"),
        (#"{"external_id":"x","name":{"family":7}}"#, "value_invalid name.family"),
        (#"{"external_id":"x","created_at":"yesterday"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2999-01-01T00:00:00Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00+02:00"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":1500000000}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00Z, or so it says, Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00Z Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00+02:00Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00.Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01T00:00:00.5xZ"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-01-01 00:00:00Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","created_at":"2019-1-01T00:00:000Z"}"#, "value_invalid created_at"),
        (#"{"external_id":"x","disabled":"yes"}"#, "value_invalid disabled"),
        (#"{"external_id":"x","identities":{}}"#, "value_invalid identities"),
        (#"{"external_id":"x","identities":["google"]}"#, "value_invalid identities.0"),
        (#"{"external_id":"x","identities":[{"issuer":"a"}]}"#, "member_missing identities.0.subject"),
        (
            #"{"external_id":"x","identities":[{"issuer":"a","subject":"b"},{"issuer":"","subject":"b"}]}"#,
            "value_invalid identities.1.issuer"
        ),
        (
            #"{"external_id":"x","identities":[{"issuer":"a","subject":"b","token":"c"}]}"#,
            "member_unknown identities.0.token"
        ),
        (
            #"{"external_id":"x","identities":[{"issuer":"a","subject":"b"},{"issuer":"a","subject":"b"}]}"#,
            "value_invalid identities.1"
        ),
    ])
    func `what is wrong is named by a code and its member, and a wrong value by what it has to be`(
        _ line: String, _ expected: String
    ) {
        #expect(refusal(line) == expected)
        #expect((thrown(line)?.expected != nil) == expected.hasPrefix("value_invalid"))
    }

    @Test func `a date in another form is told the form`() {
        let refusal = thrown(#"{"external_id":"x","created_at":"2019-01-01 00:00:00Z"}"#)
        #expect(refusal?.expected == "a past time in UTC (RFC 3339), such as 2026-01-31T12:00:00Z")
    }

    @Test func `a line of 64 KiB is read, and more identities than anybody has are refused`() {
        let many = (0..<21).map { #"{"issuer":"i","subject":"\#($0)"}"# }
        #expect(refusal(#"{"external_id":"x","identities":[\#(many.dropLast().joined(separator: ","))]}"#) == nil)
        #expect(
            refusal(#"{"external_id":"x","identities":[\#(many.joined(separator: ","))]}"#)
                == "value_invalid identities")
    }

    @Test func `ten names to type are read, and more are refused`() {
        let many = (0..<11).map { #""ada-\#($0)""# }
        #expect(refusal(#"{"external_id":"x","login_names":[\#(many.dropLast().joined(separator: ","))]}"#) == nil)
        #expect(
            refusal(#"{"external_id":"x","login_names":[\#(many.joined(separator: ","))]}"#)
                == "value_invalid login_names")
    }

    private static let scrypt =
        "$scrypt$ln=14,r=8,p=1$c2FsdHNhbHRzYWx0c2FsdA$a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2V5a2U"

    @Test(arguments: [
        (scrypt, #"["ada", "Ada@example.com"]"#, nil as String?),
        (scrypt, "[]", "member_missing login_names"), (scrypt, "null", "member_missing login_names"),
        (scrypt, #"["ada","ada"]"#, "value_invalid login_names.1"),
        (scrypt, #"["a@@b"]"#, "value_invalid login_names.0"),
        (scrypt, #"[""]"#, "value_invalid login_names.0"), (scrypt, "[1]", "value_invalid login_names.0"),
        (scrypt, #""ada""#, "value_invalid login_names"),
        ("secret", #"["ada"]"#, "hash_form_unknown password_hash"),
        ("5f4dcc3b5aa765d61d8327deb882cf99", #"["ada"]"#, "hash_form_unknown password_hash"),
        ("$scrypt$ln=14,r=8,p=1$c2FsdA", #"["ada"]"#, "hash_malformed password_hash"),
        (
            scrypt.replacing("ln=14", with: "ln=30"), #"["ada"]"#, "hash_too_costly password_hash"
        ),
    ])
    func `a hash is read, and wants a name that is typed with it`(
        _ hash: String, _ names: String, _ expected: String?
    ) {
        #expect(refusal(#"{"external_id":"x","password_hash":"\#(hash)","login_names":\#(names)}"#) == expected)
    }
}

/// The code of a refused line and the path of its member; nil if the line is accepted.
func importRefusal(_ read: () throws(ImportRefusal) -> ImportedUser) -> String? {
    do throws(ImportRefusal) {
        _ = try read()
        return nil
    } catch {
        return [error.code.rawValue, error.member].compactMap { $0 }.joined(separator: " ")
    }
}

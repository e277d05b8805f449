import Foundation
import Testing

@testable import RelayMail

/// Signatures that another implementation made (Programs/Tests/Fixtures/mail/sign.py).
@Suite struct DKIMCheckTests {
    struct Signed: Decodable, Sendable {
        struct Message: Decodable, Sendable, CustomTestStringConvertible {
            let name: String
            let message: Data

            var testDescription: String { name }
        }

        let keys: [String: String]
        let messages: [Message]

        static let all = Result { () throws -> Signed in
            let file = GuideTests.programs.appending(path: "Tests/Fixtures/mail/signed.json")
            return try JSONDecoder().decode(Signed.self, from: Data(contentsOf: file))
        }

        var records: MailRecords {
            var records = MailRecords()
            for (name, text) in keys { records[name].txt = [text] }
            return records
        }
    }

    private func outcomes(
        _ octets: [UInt8], now: Int = 1_795_766_400, _ change: (inout MailRecords) -> Void = { _ in }
    ) throws -> [DKIMResult] {
        var records = try Signed.all.get().records
        change(&records)
        return DKIMCheck.results(of: MailMessage(octets), in: records, now: now)
    }

    private func message(_ name: String) throws -> String {
        let all = try Signed.all.get().messages
        let found = try #require(all.first { $0.name == name })
        return String(decoding: found.message, as: UTF8.self)
    }

    private static let pass = [DKIMResult(domain: "example.com", outcome: .pass)]
    private static let broken = [DKIMResult(domain: "example.com", outcome: .broken)]

    @Test func `every message that another program signed passes, and none of them with another body or subject`()
        throws
    {
        let messages = try Signed.all.get().messages
        #expect(messages.count == 48)
        for signed in messages {
            let octets = Array(signed.message)
            #expect(try outcomes(octets) == Self.pass, "\(signed.name)")
            #expect(try outcomes(octets + Array("more\r\n".utf8)) == Self.broken, "\(signed.name)")
            let other = String(decoding: octets, as: UTF8.self).replacing("A  long", with: "A  short")
            #expect(try outcomes(Array(other.utf8)) == Self.broken, "\(signed.name)")
        }
    }

    @Test func `a signed field that is added breaks the signature`() throws {
        let plain = try message("plain, relaxed/relaxed, rsa-sha256")
        #expect(try outcomes(Array((plain.replacing("\r\nTo: ", with: "\r\nX-Absent: y\r\nTo: ")).utf8)) == Self.broken)
        #expect(try outcomes(Array(("X-Other: y\r\n" + plain).utf8)) == Self.pass)
    }

    @Test func `blanks matter in the simple form only`() throws {
        for (form, expected) in [("relaxed/relaxed", Self.pass), ("simple/simple", Self.broken)] {
            let plain = try message("plain, \(form), ed25519-sha256")
            #expect(try outcomes(Array(plain.replacing("Hello\r\n", with: "Hello  \r\n\r\n").utf8)) == expected)
        }
    }

    @Test(arguments: [
        ("", DKIMOutcome.keyMissing), ("v=DKIM1; p=", .keyMissing), ("v=DKIM2; %", .keyMissing), ("k=rsa; %", .pass),
        ("v=DKIM1; h=sha1; %", .keyMissing), ("v=DKIM1; s=other; %", .keyMissing), ("v=DKIM1; s=email; %", .pass),
        ("v=DKIM1; t=y; %", .ignored), ("v=DKIM1; t=s; %", .pass), ("v=DKIM1; k=ed25519; %", .keyMissing),
        ("v=DKIM1; p=AAAA", .keyMissing), ("rubbish", .keyMissing),
    ])
    func `a key counts by its record`(_ record: String, _ outcome: DKIMOutcome) throws {
        let name = "r._domainkey.example.com"
        let key = try Signed.all.get().records[name].txt[0].split(separator: "p=").last ?? ""
        let octets = Array(try message("plain, relaxed/relaxed, rsa-sha256").utf8)
        let found = try outcomes(octets) { records in
            records[name].txt = record.isEmpty ? [] : [record.replacing("%", with: "p=\(key)")]
        }
        #expect(found.map(\.outcome) == [outcome])
    }

    @Test(arguments: [
        ("", DKIMOutcome.keyMissing), ("; l=10", .broken), ("; x=1795766401", .keyMissing), ("; x=1795766400", .broken),
        ("; x=soon", .broken), ("; i=news@mail.a.example", .keyMissing), ("; i=@other.example", .broken),
        ("; c=relaxed", .keyMissing), ("; c=nowsp/simple", .broken), ("; c=simple/simple/simple", .broken),
    ])
    func `a signature is read before its key is looked for`(_ more: String, _ outcome: DKIMOutcome) throws {
        let tags = "v=1; a=rsa-sha256; d=a.example; s=x; h=to : From; bh=AAAA; b=AA\r\n AA\(more)"
        let octets = Array("DKIM-Signature: \(tags)\r\nFrom: n@a.example\r\n\r\n".utf8)
        #expect(try outcomes(octets) == [DKIMResult(domain: "a.example", outcome: outcome)])
    }

    @Test(arguments: ["v=2", "a=rsa-sha1", "d=", "s=", "h=to", "bh=", "b=", "bh=%"])
    func `a signature without what it needs is broken`(_ tag: String) throws {
        let name = tag.prefix { $0 != "=" }
        let tags = ["v=1", "a=ed25519-sha256", "d=a.example", "s=x", "h=from", "bh=AAAA", "b=AAAA"]
            .map { $0.prefix { $0 != "=" } == name ? tag : $0 }.joined(separator: "; ")
        let octets = Array("DKIM-Signature: \(tags)\r\nFrom: n@a.example\r\n\r\n".utf8)
        #expect(try outcomes(octets).map(\.outcome) == [.broken])
    }

    @Test func `both of two signatures are looked at, and no more than ten`() throws {
        let plain = try message("plain, relaxed/relaxed, rsa-sha256")
        let other = "DKIM-Signature: v=1; a=rsa-sha256; d=esp.example; s=x; h=from; bh=AAAA; b=AAAA\r\n"
        let found = try outcomes(Array((other + plain).utf8))
        #expect(found == [DKIMResult(domain: "esp.example", outcome: .keyMissing)] + Self.pass)
        #expect(try outcomes(Array((String(repeating: other, count: 30) + plain).utf8)).count == 10)
    }

    @Test(arguments: ["", ";;;", "v", "v=1; v=1", "v=1; a=rsa-sha1; d=a; s=b; h=from; bh=AA==; b=AA==", "d=a\u{0}"])
    func `rubbish is a broken signature`(_ value: String) throws {
        let octets = Array("DKIM-Signature: \(value)\r\nFrom: a@b.example\r\n\r\n".utf8)
        #expect(try outcomes(octets).map(\.outcome) == [.broken])
    }
}

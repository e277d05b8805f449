import AccountStorage
import Foundation
import SignInFlows
import Testing
import Waiting

@testable import SignInBackground

@Suite struct MailTests {
    private let folder = FileManager.default.temporaryDirectory.appending(path: "mail-\(UUID().uuidString)")
    private let message = MailMessage(to: "ann@example.com", subject: "Hello", text: "one\n\ntwo")
    private let now: @Sendable () -> Date = { Date(timeIntervalSince1970: 1_790_000_000) }
    private let random: @Sendable (Int) -> [UInt8] = { Array(repeating: 7, count: $0) }

    private func command(_ script: String, longest: TimeInterval = Double(Patience.seconds)) -> MailCommand {
        MailCommand(
            ["/bin/sh", "-c", script], from: "siwa@id.example.com", longest: longest, now: now, randomBytes: random)
    }

    @Test func `a message is headers of one line each, and its text`() throws {
        let format = MailFormat(from: "siwa@id.example.com", now: now, randomBytes: random)
        let octets = try #require(format.octets(message))
        let lines = String(decoding: octets, as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
        #expect(
            lines.prefix(4) == [
                "From: siwa@id.example.com", "To: ann@example.com", "Subject: Hello",
                "Date: Mon, 21 Sep 2026 14:13:20 +0000",
            ])
        #expect(lines.suffix(5) == ["", "one", "", "two", ""])
    }

    @Test func `a message names the account, so that a bounce names it, too`() throws {
        let format = MailFormat(from: "siwa@id.example.com", now: now, randomBytes: random)
        var message = self.message
        message.account = AccountID(high: 1, low: 2)
        let octets = try #require(format.octets(message))
        let field = "\nSiwa-Account: 00000000000000010000000000000002\n"
        #expect(String(decoding: octets, as: UTF8.self).contains(field))
    }

    @Test(arguments: [
        ("Blue Shelf", #""Blue Shelf" <siwa@id.example.com>"#),
        (#"Ann "A" O\'Neil, <x@evil.example>"#, #""Ann \"A\" O\\'Neil, <x@evil.example>" <siwa@id.example.com>"#),
        ("Bücherbrett", "=?utf-8?B?QsO8Y2hlcmJyZXR0?=\n <siwa@id.example.com>"),
    ])
    func `a sender has a name before the address`(name: String, sender: String) throws {
        let format = MailFormat(from: "siwa@id.example.com", name: name, now: now, randomBytes: random)
        let octets = try #require(format.octets(message))
        #expect(String(decoding: octets, as: UTF8.self).hasPrefix("From: \(sender)\nTo: ann@example.com\n"))
    }

    @Test(arguments: ["Shop\nBcc: eve@evil.example", "", "Shop\u{2028}Bcc: eve"])
    func `no sender's name adds a header`(name: String) {
        let format = MailFormat(from: "siwa@id.example.com", name: name, now: now, randomBytes: random)
        #expect(format.octets(message) == nil)
    }

    @Test(arguments: [
        "Neues Passwort für id.example.com festlegen", "Новый пароль для id.example.com и для всех приложений на нём",
        String(repeating: "é", count: 200), "🗝️🗝️🗝️🗝️🗝️🗝️🗝️🗝️🗝️🗝️🗝️🗝️",
    ])
    func `a subject beyond ASCII becomes encoded words in lines of at most 76 characters`(_ subject: String) throws {
        let format = MailFormat(from: "siwa@id.example.com", now: now, randomBytes: random)
        let octets = try #require(
            format.octets(MailMessage(to: "ann@example.com", subject: subject, text: "über\nzwei Zeilen")))
        let head = String(decoding: octets, as: UTF8.self).components(separatedBy: "\n\n")[0]
        #expect(head.utf8.allSatisfy { $0 < 0x80 })
        let field = try #require(head.firstMatch(of: #/\nSubject: ((?:.*\n )*.*)\nDate: /#)).output.1
        let words = field.split(separator: "\n ")
        #expect(head.split(separator: "\n").allSatisfy { $0.utf8.count <= 76 }, "RFC 2047 section 2")
        #expect(words.allSatisfy { $0.hasPrefix("=?utf-8?B?") && $0.hasSuffix("?=") })
        let decoded = words.map { word in
            Data(base64Encoded: String(word.dropFirst(10).dropLast(2))).flatMap { String(data: $0, encoding: .utf8) }
                ?? ""
        }
        #expect(decoded.joined() == subject)
    }

    @Test(arguments: [
        "ann@example.com\nBcc: eve@evil.example", "ann@example.com\r\nBcc: eve@evil.example", "ann\r@example.com",
        "ann\u{0}@example.com", "ann@example.com\u{2028}Bcc: eve", "ann@example.com\u{85}Bcc: eve", "",
    ])
    func `no address adds a header`(_ address: String) async {
        let format = MailFormat(from: "siwa@id.example.com", now: now, randomBytes: random)
        #expect(format.octets(MailMessage(to: address, subject: "Hello", text: "x")) == nil)
        #expect(format.octets(MailMessage(to: "ann@example.com", subject: address, text: "x")) == nil)
        let sent = await command("exit 0").send(MailMessage(to: address, subject: "Hello", text: "x"))
        #expect(sent == .failed)
    }

    @Test func `a program gets the message on its input, nothing in its arguments, and no environment of ours`()
        async throws
    {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let file = folder.appending(path: "got").path
        let sent = await command("cat > '\(file)'; echo \"$@\" >> '\(file)'; env | grep -c . >> '\(file)'").send(
            message)
        #expect(sent == .sent)
        let got = try String(contentsOfFile: file, encoding: .utf8)
        #expect(got.hasPrefix("From: siwa@id.example.com\nTo: ann@example.com\n") && got.contains("\none\n\ntwo\n"))
        #expect(!got.contains("HOME="))
    }

    @Test func `a program that fails, is not there, reads nothing or never ends has not sent it`() async {
        #expect(await command("exit 75").send(message) == .failed)
        #expect(await command("kill -9 $$").send(message) == .failed)
        #expect(await command("exec sleep 600", longest: 0.2).send(message) == .failed)
        let missing = MailCommand(["/nowhere/sendmail"], from: "a@b.example", now: now, randomBytes: random)
        #expect(await missing.send(message) == .failed)
        // Exit status 0 counts as sent, although the program read nothing.
        #expect(await command("exit 0").send(message) == .sent)
    }

    @Test func `a large message breaks no pipe when the program does not read it`() async {
        let large = MailMessage(to: "ann@example.com", subject: "Hello", text: String(repeating: "x", count: 30_000))
        for script in ["exit 0", "exec <&-; sleep 0.1; exit 0", "head -c 1 > /dev/null"] {
            #expect(await command(script).send(large) == .sent, "\(script)")
        }
        let larger = MailMessage(to: "ann@example.com", subject: "Hello", text: String(repeating: "x", count: 40_000))
        #expect(await command("exit 0").send(larger) == .failed)
    }

    @Test func `a program that has begun is not ended with whoever sends`() async throws {
        try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: folder) }
        let (begun, goOn) = (folder.appending(path: "begun").path, folder.appending(path: "go-on").path)
        let waiting = command("mkfifo '\(goOn)'; touch '\(begun)'; cat '\(goOn)'")
        let sending = Task { await waiting.send(message) }
        await until { FileManager.default.fileExists(atPath: begun) }
        sending.cancel()
        try Data().write(to: URL(filePath: goOn))
        #expect(await sending.value == .sent)
    }

    @Test func `a folder gets one file a message, for its owner's eyes`() async throws {
        defer { try? FileManager.default.removeItem(at: folder) }
        let places = MailFolder(path: folder.path, from: "siwa@id.example.com", now: now) { count in
            (0..<count).map { _ in UInt8.random(in: .min ... .max) }
        }
        for _ in 0..<3 { #expect(await places.send(message) == .sent) }
        let files = try FileManager.default.contentsOfDirectory(atPath: folder.path)
        #expect(files.count == 3 && files.allSatisfy { $0.hasSuffix(".eml") })
        for path in files.map({ folder.appending(path: $0).path }) + [folder.path] {
            let mode = try FileManager.default.attributesOfItem(atPath: path)[.posixPermissions] as? Int
            #expect((mode ?? 0o777) & 0o077 == 0, "\(path)")
        }
        let nowhere = MailFolder(path: "/proc/nowhere", from: "a@b.example", now: now, randomBytes: random)
        #expect(await nowhere.send(message) == .failed)
    }
}

import Foundation
import SignInFlows
import SignInWithApple
import Testing

@testable import siwa

/// How the buyer's operator learns what is wrong with the seller's file.
@Suite struct TransferFileReadingTests {
    private let transfer = RegisteredTransfer(
        name: "sale", from: (id: TeamID(rawValue: "TEAM000001"), team: nil),
        to: (id: TeamID(rawValue: "TEAM000002"), team: nil), issuer: "https://appleid.apple.com",
        clients: [ClientID(rawValue: "com.example.app")])

    private func refusal(of lines: [String]) throws -> String? {
        let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: file) }
        try Data(lines.map { $0 + "\n" }.joined().utf8).write(to: file)
        let refusal = #expect(throws: TransferFileReading.Refusal.self) {
            _ = try TransferFileReading(path: file.path, of: transfer)
        }
        return refusal?.words
    }

    private var header: String {
        get throws {
            try TransferFile.text(
                of: .header(
                    TransferFile.Header(
                        fromTeam: "TEAM000001", toTeam: "TEAM000002", clientIDs: ["com.example.app"],
                        createdAt: Date(timeIntervalSince1970: 1_790_000_000), entries: 1)))
        }
    }

    @Test func `a line that is too long is named by its number`() throws {
        let long = String(repeating: "a", count: TransferFileReading.longestLine + 1)
        #expect(try refusal(of: [header, long])?.hasPrefix("line 2: line_malformed: ") == true)
    }

    @Test func `a cut file is refused by name, and nothing is said about the configuration`() throws {
        #expect(try refusal(of: [header])?.hasPrefix("line 1: file_cut: ") == true)
    }
}

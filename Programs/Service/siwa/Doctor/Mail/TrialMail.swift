import AccountStorage
import Foundation
import SignInFlows

/// One message to a relay address of the operator's own, and the wait for its bounce.
struct TrialMail {
    /// How long a bounce is waited for, in seconds.
    private static let patience: TimeInterval = 600
    private static let pause = Duration.seconds(5)

    let address: String
    /// The account that the message names, and by which its bounce is recognised. Nobody has it, so the service, which reads
    /// the same folder, ignores the bounce.
    let account: AccountID
    /// The Maildir of bounces; `nil` if there is none.
    let folder: String?
    let now: @Sendable () -> Date
    let sleep: @Sendable (Duration) async throws -> Void

    /// Sends the message, and says what became of it within ten minutes.
    func finding(_ send: (MailMessage) async -> MailOutcome) async -> Finding {
        var seen = folder.map { Set(Self.files(in: $0).keys) } ?? []
        var message = MailMessage(
            to: address, subject: "siwa doctor mail",
            text: "This message was sent to see whether mail to a relay address arrives.")
        message.account = account
        guard await send(message) == .sent else { return .trialNotSent(to: address) }
        guard let folder else { return .trialSent(to: address) }
        let start = now()
        while true {
            if let report = report(in: folder, &seen) { return .trial(report) }
            guard now().timeIntervalSince(start) < Self.patience else { return .trialUnanswered(to: address) }
            do {
                try await sleep(Self.pause)
            } catch {
                return .trialUnanswered(to: address)
            }
        }
    }

    /// What a file that was not there before says of the message.
    private func report(in folder: String, _ seen: inout Set<String>) -> MailReport? {
        for (name, path) in Self.files(in: folder) where !seen.contains(name) {
            // The service may move the file meanwhile, which is then read in the next round.
            guard let octets = Self.beginning(of: path) else { continue }
            seen.insert(name)
            let reports = (try? BouncedMessage.reports(in: octets, now: now())) ?? []
            if let ours = reports.first(where: { $0.account == account }) { return ours }
        }
        return nil
    }

    /// The files of a Maildir by their names. The service moves them from `new` to `cur`, and appends flags to their names.
    private static func files(in folder: String) -> [String: String] {
        var files: [String: String] = [:]
        for part in ["new", "cur"] {
            let names = (try? FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(part)")) ?? []
            for name in names where !name.hasPrefix(".") {
                files[String(name.prefix { $0 != ":" })] = "\(folder)/\(part)/\(name)"
            }
        }
        return files
    }

    private static func beginning(of file: String) -> [UInt8]? {
        guard let handle = FileHandle(forReadingAtPath: file),
            let data = try? handle.read(upToCount: BouncedMessage.mostRead) ?? Data()
        else { return nil }
        return [UInt8](data)
    }
}

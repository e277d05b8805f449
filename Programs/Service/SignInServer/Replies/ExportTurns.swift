import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import Logging
import NIOCore
import SignInAPI
import SignInFlows
import Synchronization

/// Controls running exports: one per account at a time, and one page among all of them.
///
/// An export is sent while it is read, so that even the largest account needs the memory of one page only. The next
/// page is read after the peer has received the previous one.
final class ExportTurns: Sendable {
    private struct State {
        var accounts: Set<AccountID> = []
        var isReading = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Reserves an account's export until this object is released, when the export has been sent or given up.
    final class Turn: Sendable {
        private let turns: ExportTurns
        private let account: AccountID

        fileprivate init(_ turns: ExportTurns, _ account: AccountID) {
            self.turns = turns
            self.account = account
        }

        deinit {
            let account = account
            turns.state.withLock { _ = $0.accounts.remove(account) }
        }
    }

    private let state = Mutex(State())

    /// An export of everything stored about an account. Refused with `export_under_way` while another one is running.
    func export(_ account: AccountID, in environment: SignInEnvironment, logger: Logger) async throws -> Response {
        guard state.withLock({ $0.accounts.insert(account).inserted }) else { throw RequestRefusal(.exportUnderWay) }
        let turn = Turn(self, account)
        guard let begun = try await AccountExport.begin(account, asker: "person", in: environment) else {
            throw SignInError.refused(.sessionEnded)
        }
        let copy = ExportBytes(
            frame: try ExportFrame(begun), account: account, environment: environment, turns: self, turn: turn,
            logger: logger)
        return Response(
            status: .ok, headers: [.contentType: "application/json"], body: ResponseBody(asyncSequence: copy))
    }

    /// Reads and encodes one page at a time across all exports, on Swift's own threads. On the event loop of its connection,
    /// an export would hold up the other connections there for as long as its reader keeps up.
    func reading<Page: Sendable>(_ read: @Sendable () async throws -> Page) async throws -> Page {
        try await withTaskExecutorPreference(globalConcurrentExecutor) { try await turn(read) }
    }

    @concurrent private func turn<Page: Sendable>(_ read: @Sendable () async throws -> Page) async throws -> Page {
        await withCheckedContinuation { continuation in
            let isFree = state.withLock { state in
                guard state.isReading else {
                    state.isReading = true
                    return true
                }
                state.waiting.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
        defer {
            let next = state.withLock { state -> CheckedContinuation<Void, Never>? in
                guard state.waiting.isEmpty else { return state.waiting.removeFirst() }
                state.isReading = false
                return nil
            }
            next?.resume()
        }
        return try await read()
    }
}

/// The bytes of an export. Each part is read after the previous one has been sent.
struct ExportBytes: AsyncSequence, Sendable {
    let frame: ExportFrame
    let account: AccountID
    let environment: SignInEnvironment
    let turns: ExportTurns
    let turn: ExportTurns.Turn
    let logger: Logger

    func makeAsyncIterator() -> AsyncIterator {
        AsyncIterator(copy: self)
    }

    struct AsyncIterator: AsyncIteratorProtocol {
        /// The next part to send.
        private enum Part {
            case beginning
            case audit(after: AuditEntryID?)
            case middle
            case sessions(after: SessionID?)
            case ending
            case nothing
        }

        private let copy: ExportBytes
        private var part = Part.beginning

        fileprivate init(copy: ExportBytes) {
            self.copy = copy
        }

        mutating func next() async throws -> ByteBuffer? {
            do {
                return try await bytes()
            } catch let error as SignInError {
                // The answer has already begun, so the connection can only be broken off.
                copy.logger.warning("export broke off", metadata: ["code": "\(error.code)"])
                throw error
            }
        }

        private mutating func bytes() async throws -> ByteBuffer? {
            let (account, environment) = (copy.account, copy.environment)
            switch part {
            case .beginning:
                part = .audit(after: nil)
                return copy.frame.beforeAudit
            case .audit(let last):
                let (bytes, next) = try await copy.turns.reading {
                    let page = try await AccountExport.audit(of: account, after: last, in: environment)
                    let lines = page.map(AccountExportReply.AuditLine.init)
                    return (
                        try ExportFrame.entries(lines, isFirst: last == nil),
                        page.count == AccountExport.pageLength ? page.last?.id : nil
                    )
                }
                part = next.map { .audit(after: $0) } ?? .middle
                return bytes
            case .middle:
                part = .sessions(after: nil)
                return copy.frame.betweenAuditAndSessions
            case .sessions(let last):
                let (bytes, next) = try await copy.turns.reading {
                    let page = try await AccountExport.sessions(of: account, after: last, in: environment)
                    let sessions = page.map(AccountExportReply.Session.init)
                    return (
                        try ExportFrame.entries(sessions, isFirst: last == nil),
                        page.count == AccountExport.pageLength ? page.last?.session.id : nil
                    )
                }
                part = next.map { .sessions(after: $0) } ?? .ending
                return bytes
            case .ending:
                part = .nothing
                return copy.frame.afterSessions
            case .nothing: return nil
            }
        }
    }
}

/// The parts of the answer around its two long lists.
struct ExportFrame: Sendable {
    let beforeAudit: ByteBuffer
    let betweenAuditAndSessions: ByteBuffer
    let afterSessions: ByteBuffer

    private struct ListMissing: Error {}

    /// Encodes the account with empty lists, and splits the text at those lists.
    init(_ export: AccountExport) throws {
        let bytes = try Self.encoder.encode(AccountExportReply(export))
        // In a JSON string a quote follows a backslash, so a person's data cannot contain either of these texts.
        guard let audit = bytes.range(of: Data(#""audit":["#.utf8)),
            let sessions = bytes.range(of: Data(#""sessions":["#.utf8), in: audit.upperBound..<bytes.endIndex)
        else { throw ListMissing() }
        beforeAudit = ByteBuffer(bytes: bytes[..<audit.upperBound])
        betweenAuditAndSessions = ByteBuffer(bytes: bytes[audit.upperBound..<sessions.upperBound])
        afterSessions = ByteBuffer(bytes: bytes[sessions.upperBound...])
    }

    /// The elements of a list, without its brackets.
    static func entries(_ entries: [some Encodable], isFirst: Bool) throws -> ByteBuffer {
        // An empty part would end the answer as its last chunk (RFC 9112 §7.1). White space between tokens changes
        // nothing.
        guard !entries.isEmpty else { return ByteBuffer(string: " ") }
        let list = try Self.encoder.encode(entries).dropFirst().dropLast()
        return ByteBuffer(bytes: (isFirst ? Data() : Data(",".utf8)) + list)
    }

    private static var encoder: JSONEncoder {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return encoder
    }
}

import AccountStorage
import Foundation
import HTTPServing
import Hummingbird
import Logging
import NIOCore
import SignInAPI
import SignInFlows
import Synchronization

/// Copies of accounts on their way: one of each account at a time, and one page of all of them.
///
/// A copy is written as it is read, so that the largest account takes the memory of a page; the next page is read when the
/// peer has taken the one before.
final class ExportTurns: Sendable {
    private struct State {
        var accounts: Set<AccountID> = []
        var isReading = false
        var waiting: [CheckedContinuation<Void, Never>] = []
    }

    /// Holds an account's turn for as long as anybody holds this: until the copy is written, or is given up.
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

    /// A copy of everything that is held about an account; refuses `export_under_way` where one is on its way.
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

    /// One page at a time, whoever asks: all copies together hold up one event loop, and that for one page.
    func reading<Page: Sendable>(_ read: () async throws -> Page) async throws -> Page {
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

/// A copy as it is written: each part is read when the one before was taken.
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
        /// What comes next.
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
                // The answer has begun, so all that is left is to break it off.
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
                let page = try await copy.turns.reading {
                    try await AccountExport.audit(of: account, after: last, in: environment)
                }
                part = page.count == AccountExport.pageLength ? .audit(after: page.last?.id) : .middle
                return try ExportFrame.entries(page.map(AccountExportReply.AuditLine.init), isFirst: last == nil)
            case .middle:
                part = .sessions(after: nil)
                return copy.frame.betweenAuditAndSessions
            case .sessions(let last):
                let page = try await copy.turns.reading {
                    try await AccountExport.sessions(of: account, after: last, in: environment)
                }
                part = page.count == AccountExport.pageLength ? .sessions(after: page.last?.id) : .ending
                return try ExportFrame.entries(page.map(AccountExportReply.Session.init), isFirst: last == nil)
            case .ending:
                part = .nothing
                return copy.frame.afterSessions
            case .nothing: return nil
            }
        }
    }
}

/// The answer around its two long lists.
struct ExportFrame: Sendable {
    let beforeAudit: ByteBuffer
    let betweenAuditAndSessions: ByteBuffer
    let afterSessions: ByteBuffer

    private struct ListMissing: Error {}

    /// Encodes an account whose lists are empty, and cuts the text at them.
    init(_ export: AccountExport) throws {
        let bytes = try Self.encoder.encode(AccountExportReply(export))
        // Inside a JSON string a quote stands behind a backslash, so neither text can be a part of anybody's name.
        guard let audit = bytes.range(of: Data(#""audit":["#.utf8)),
            let sessions = bytes.range(of: Data(#""sessions":["#.utf8), in: audit.upperBound..<bytes.endIndex)
        else { throw ListMissing() }
        beforeAudit = ByteBuffer(bytes: bytes[..<audit.upperBound])
        betweenAuditAndSessions = ByteBuffer(bytes: bytes[audit.upperBound..<sessions.upperBound])
        afterSessions = ByteBuffer(bytes: bytes[sessions.upperBound...])
    }

    /// Elements of a list, without its brackets.
    static func entries(_ entries: [some Encodable], isFirst: Bool) throws -> ByteBuffer {
        // An empty part would be the last chunk of the answer (RFC 9112 section 7.1); white space between tokens is none.
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

import Foundation
@_spi(SignInPrograms) import SignInKit
import Synchronization

/// What goes wrong in the app, once, at a request of a named path or beside it.
enum DrillPoint: String {
    /// Nothing.
    case none
    /// The app is killed when Apple's answer is stored, but not yet sent to the service.
    case kept
    /// The app is killed before the request is sent.
    case unsent
    /// The app is killed when the service has answered, and the answer is not processed yet.
    case answered
    /// The app is killed when the answer is processed, and the session is about to be stored.
    case beforeSession = "before_session"
    /// The app is killed when the session is stored, and the pending sign-in is not removed yet.
    case sessionStored = "session_stored"
    /// The service has done what the request wanted, and its reply is lost.
    case lost
}

/// Kills the app with SIGKILL, or loses a reply, at a point.
final class DrillFault: Sendable {
    private let point: DrillPoint
    private let path: String
    private let wasAnswered = Mutex(false)

    init(_ point: DrillPoint, path: String) {
        self.point = point
        self.path = path
    }

    func willSend(to path: String) {
        if path == self.path, point == .unsent { die() }
    }

    /// Returns whether the app gets the reply.
    func gets(replyFrom path: String) -> Bool {
        guard path == self.path else { return true }
        if point == .answered { die() }
        let isFirst = wasAnswered.withLock { wasAnswered in
            defer { wasAnswered = true }
            return !wasAnswered
        }
        return !(isFirst && point == .lost)
    }

    func willWrite(_ item: StoredItem) {
        if item == .session, point == .beforeSession, wasAnswered.withLock({ $0 }) { die() }
    }

    func didWrite(_ item: StoredItem) {
        if item == .pendingSignIn, point == .kept { die() }
        if item == .session, point == .sessionStored { die() }
    }

    private func die() -> Never {
        kill(getpid(), SIGKILL)
        while true { pause() }
    }
}

/// A storage in files, with a fault.
struct DrillStorage: SignInStorage {
    let files: FileStorage
    let fault: DrillFault

    func read(_ item: StoredItem) throws -> Data? { try files.read(item) }
    func remove(_ item: StoredItem) throws { try files.remove(item) }

    func write(_ data: Data, to item: StoredItem) throws {
        fault.willWrite(item)
        try files.write(data, to: item)
        fault.didWrite(item)
    }
}

/// A network with a fault.
struct DrillTransport: ServiceTransport {
    let fault: DrillFault
    private let inner = URLSessionTransport(seconds: 600)

    init(fault: DrillFault) { self.fault = fault }

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        fault.willSend(to: request.url.path)
        let answer = try await inner.send(request)
        guard fault.gets(replyFrom: request.url.path) else { throw URLError(.networkConnectionLost) }
        return answer
    }
}

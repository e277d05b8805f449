import Foundation
import SignInKit

/// Where the app is ended with SIGKILL, in the order of a first sign-in.
enum DrillPoint: String {
    /// Not at all.
    case none
    /// Apple's answer is written down; the service was not asked yet.
    case kept
    /// The service has answered, and nothing of the answer has been looked at.
    case answered
    /// The answer is there, and the session is about to be written.
    case beforeSession = "before_session"
    /// The session is written, and the sign-in that led to it is not removed yet.
    case sessionStored = "session_stored"
}

func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
}

/// A storage in files, in which the app can end before or after an item is written.
struct DrillStorage: SignInStorage {
    let files: FileStorage
    let point: DrillPoint

    func read(_ item: StoredItem) throws -> Data? { try files.read(item) }
    func remove(_ item: StoredItem) throws { try files.remove(item) }

    func write(_ data: Data, to item: StoredItem) throws {
        if item == .session, point == .beforeSession { die() }
        try files.write(data, to: item)
        if item == .pendingSignIn, point == .kept { die() }
        if item == .session, point == .sessionStored { die() }
    }
}

/// A network after whose answer the app can end.
struct DrillTransport: ServiceTransport {
    let point: DrillPoint
    private let inner = URLSessionTransport()

    init(point: DrillPoint) { self.point = point }

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let answer = try await inner.send(request)
        if point == .answered, request.url.path.hasSuffix("/sign-in") { die() }
        return answer
    }
}

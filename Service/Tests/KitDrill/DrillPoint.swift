import Foundation
@_spi(SignInPrograms) import SignInKit

/// Where the app is killed with SIGKILL, in the order of a first sign-in.
enum DrillPoint: String {
    /// The app is not killed.
    case none
    /// Apple's answer is stored, but not yet sent to the service.
    case kept
    /// The service has answered, and the answer is not processed yet.
    case answered
    /// The answer is processed, and the session is about to be stored.
    case beforeSession = "before_session"
    /// The session is stored, and the pending sign-in is not removed yet.
    case sessionStored = "session_stored"
}

func die() -> Never {
    kill(getpid(), SIGKILL)
    while true { pause() }
}

/// A storage in files that can kill the app before or after it writes an item.
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

/// A transport that can kill the app once the service has answered.
struct DrillTransport: ServiceTransport {
    let point: DrillPoint
    private let inner = URLSessionTransport(seconds: 600)

    init(point: DrillPoint) { self.point = point }

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let answer = try await inner.send(request)
        if point == .answered, request.url.path.hasSuffix("/sign-in") { die() }
        return answer
    }
}

public import Foundation

extension AppleIDEmulator {
    /// The requests of the team's clients so far, with what was refused and why.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator does not answer.
    public var log: [EmulatorRequest] {
        get async throws {
            try await calls.get("log", [], LogReply.self).entries.filter { entry in
                entry.clientID == team.app || entry.clientID == team.service
            }
        }
    }

    /// Advances the clock of the whole emulator, so also for tests that run at the same time.
    ///
    /// Codes and tokens of those tests may expire. Give tests that advance the clock an emulator of their own, or
    /// run them one after another, in a suite with the trait `.serialized`, and in another process than the others.
    ///
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    public func advanceClock(by seconds: Int) async throws {
        _ = try await calls.post("clock", ["advance": seconds], NoReply.self)
    }

    /// Makes any other control call, such as `faults` (the emulator's guide lists them).
    ///
    /// - Parameters:
    ///   - path: the path after `/_emulator/`.
    ///   - method: the HTTP method.
    ///   - json: the body.
    /// - Returns: the answer, which is JSON.
    /// - Throws: ``EmulatorFailure`` if the emulator refuses or does not answer.
    @discardableResult
    public func control(_ path: String, method: String = "POST", json: String? = nil) async throws -> Data {
        try await calls.send(method, path, json.map { Data($0.utf8) })
    }
}

/// A request that the emulator answered.
public struct EmulatorRequest: Sendable, Equatable, Decodable {
    /// The HTTP method.
    public let method: String
    /// The path, such as `/auth/token`.
    public let path: String
    /// The status of the answer.
    public let status: Int
    /// The client that asked.
    public let clientID: String?
    /// The error that the client got, such as `invalid_client`.
    public let error: String?
    /// Why, which Apple would not say, such as `secret_lifetime`.
    public let cause: String?
    /// The cause in a sentence.
    public let explanation: String?

    enum CodingKeys: String, CodingKey {
        case method, path, status, error, cause, explanation
        case clientID = "client_id"
    }
}

private struct LogReply: Decodable {
    let entries: [EmulatorRequest]
}

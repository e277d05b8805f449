import Foundation
import SignInAPI

/// What the service's address answered to an attempt that nobody uses.
struct ServiceProbe: Sendable, Equatable {
    enum Answer: Sendable, Equatable {
        /// The service opened an attempt.
        case opened
        /// The service refused, with its code.
        case refused(code: String)
        /// The service was asked too often (429), with its code. That says nothing about the app.
        case limited(code: String)
        /// The service cannot serve any request now (5xx), with its code.
        case broken(code: String)
        /// Something else answers there, with this status.
        case foreign(status: Int)
        /// Nothing answered.
        case nothing(FrameworkError)
    }

    var address: URL
    var client: String
    var answer: Answer
    var clocks: Clocks?

    /// The time of whoever answered, and of this device at that moment.
    struct Clocks: Sendable, Equatable {
        var theirs: Date
        var ours: Date
    }
}

extension SignInService {
    /// Opens an attempt as the button does.
    func probe() async -> ServiceProbe {
        var probe = ServiceProbe(address: address, client: client, answer: .opened, clocks: nil)
        let body = try? JSONEncoder().encode(NativeAttemptRequest(client: client))
        let request = ServiceRequest(
            method: "POST", url: address.appendingPathComponent(Paths.nativeAttempts), body: body)
        do {
            let answer = try await transport.send(request)
            probe.answer = Self.judge(answer)
            probe.clocks = answer.date.map { ServiceProbe.Clocks(theirs: $0, ours: now()) }
        } catch {
            probe.answer = .nothing(FrameworkError(error))
        }
        return probe
    }

    private static func judge(_ answer: ServiceAnswer) -> ServiceProbe.Answer {
        let decoder = JSONDecoder()
        let opened = try? decoder.decode(NativeAttemptReply.self, from: answer.body)
        if answer.status == 200, opened != nil { return .opened }
        guard let refusal = try? decoder.decode(APIError.self, from: answer.body),
            BackendConnection.isCode(refusal.error)
        else { return .foreign(status: answer.status) }
        switch answer.status {
        case 429: return .limited(code: refusal.error)
        case 500...: return .broken(code: refusal.error)
        default: return .refused(code: refusal.error)
        }
    }
}

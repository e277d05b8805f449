import AccountStorage
import Foundation
package import SignInWithApple

/// Sends stored events to the app's backend. Several workers, in one process or many, share the work.
///
/// A worker leases an event for slightly longer than the backend has to respond. If the worker dies, the event is sent
/// again with the same id, so the backend may receive it twice.
package struct EventDelivery: Sendable {
    private let environment: SignInEnvironment
    private let endpoint: WebhookEndpoint
    private let transport: any HTTPTransport
    private let observe: @Sendable (String) -> Void

    /// - Parameters:
    ///   - transport: must not follow redirects.
    ///   - observe: receives the stable code of each response.
    package init(
        _ environment: SignInEnvironment, to endpoint: WebhookEndpoint, transport: any HTTPTransport,
        observe: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.environment = environment
        self.endpoint = endpoint
        self.transport = transport
        self.observe = observe
    }

    /// The maximum number of events in one round. They are sent at the same time.
    static let roundLength = 8

    /// Does one round: sends each due event once, and returns how many the backend accepted.
    @discardableResult
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        let returnsAt = now.addingTimeInterval(endpoint.timeout + EventSchedule.leaseBeyondTimeout)
        let events = try await environment.write { records in
            try records.takeAccountEvents(dueAt: now, returnsAt: returnsAt, limit: Self.roundLength)
        }
        let results = await withTaskGroup(of: Result<Bool, SignInError>.self) { group in
            for event in events {
                group.addTask { await tell(event) }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return try results.map { result throws(SignInError) in try result.get() }.count { $0 }
    }

    /// Sends one test event, which is not stored, and returns the backend's response.
    package func test() async throws(TransportFailure) -> TransportResponse {
        let id = AccountEventID.timeOrdered(environment)
        let body = AccountEventBody(.test, at: environment.instant, AccountEventBody.Facts())
        return try await transport.send(endpoint.request(id: id.text, body: body.json, at: environment.instant))
    }

    private func tell(_ event: AccountEvent) async -> Result<Bool, SignInError> {
        let answer = await answer(to: event)
        observe(answer.code)
        // The process is stopping. The event is due again when its lease ends.
        if answer == .failed(.cancelled) { return .success(false) }
        do throws(SignInError) {
            return .success(try await settle(event, by: answer))
        } catch {
            return .failure(error)
        }
    }

    private func answer(to event: AccountEvent) async -> WebhookAnswer {
        let request = endpoint.request(id: event.id.text, body: event.body, at: environment.instant)
        do throws(TransportFailure) {
            let response = try await transport.send(request)
            return .status(response.status, retryAfter: response.header("retry-after").flatMap { Int($0) })
        } catch {
            return .failed(error)
        }
    }

    private func settle(_ event: AccountEvent, by answer: WebhookAnswer) async throws(SignInError) -> Bool {
        let chance = Double(environment.randomBytes(1).first ?? 0) / 256
        let fate = EventSchedule.fate(after: answer, attempts: event.attempts, chance: chance)
        let (now, code) = (environment.instant, answer.code)
        let isSettled = try await environment.write { records in
            switch fate {
            case .delivered: try records.deliverAccountEvent(event.id, at: now, code: code)
            case .givenUp: try records.giveUpAccountEvent(event.id, code: code)
            case .again(let wait):
                try records.postponeAccountEvent(event.id, dueAt: now.addingTimeInterval(wait), code: code)
            }
        }
        if fate == .givenUp, isSettled { environment.report(.eventGivenUp(code: code)) }
        return fate == .delivered
    }
}

import AccountStorage
import Foundation
package import SignInWithApple

/// Tells clients that a session ended (OpenID Connect Back-Channel Logout section 2.5). Several workers, in one process
/// or many, share the work.
///
/// A notice is stored in the transaction that ends the session, so none is lost. If a worker dies, the client may be
/// told twice. Each client has a lane of its own (``QueueLanes``), so that a client that is slow, or has many notices,
/// delays nobody else's logout.
package struct LogoutDelivery: Sendable {
    private let environment: SignInEnvironment
    private let transport: any HTTPTransport
    private let observe: @Sendable (String) -> Void
    private let lanes = QueueLanes()

    /// - Parameters:
    ///   - transport: must not follow redirects.
    ///   - observe: receives the stable code of each answer.
    package init(
        _ environment: SignInEnvironment, transport: any HTTPTransport,
        observe: @escaping @Sendable (String) -> Void = { _ in }
    ) {
        self.environment = environment
        self.transport = transport
        self.observe = observe
    }

    /// The maximum number of notices that one client gets at the same time.
    static let batchLength = 16

    /// The client's answer is its status alone.
    private static let maximumReply = 65_536

    /// Does one round, and returns how many notices are settled. Sends each due notice once, except those of clients to
    /// which another round is still sending, and those of clients that are away.
    @discardableResult
    package func work() async throws(SignInError) -> Int {
        let now = environment.instant
        let clients = try await environment.read { records in try records.findClientsToNotify(at: now) }
        return try await lanes.run(clients) { client async throws(SignInError) in
            var (total, settled) = (0, 0)
            repeat {
                settled = try await tell(client)
                total += settled
            } while settled > 0 && !Task.isCancelled
            return total
        }
    }

    /// Tells one client of a batch of notices. If the first attempt does not reach it, all its due notices wait, and
    /// this counts as an attempt for each of them.
    private func tell(_ id: String) async throws(SignInError) -> Int {
        let now = environment.instant
        let returnsAt = now.addingTimeInterval(LogoutSchedule.lease)
        let notices = try await environment.write { records in
            try records.takeLogoutNotices(of: id, dueAt: now, returnsAt: returnsAt, limit: Self.batchLength)
        }
        guard let first = notices.first, let client = try environment.provider.clients.find(id),
            let address = client.backchannelLogoutURI
        else {
            for notice in notices { try await settle(notice, as: .delivered) }
            return notices.count
        }
        let answer = try await tell(client, at: address, first)
        var settled = try await settle(first, of: client, by: answer)
        switch answer {
        case .status: settled += try await tell(client, at: address, all: notices.dropFirst())
        case .failed:
            for notice in notices.dropFirst() { settled += try await settle(notice, of: client, by: answer) }
            try await postponeOthers(of: client, after: answer, attempts: first.attempts)
        }
        return settled
    }

    private func postponeOthers(
        of client: OpenIDClient, after answer: LogoutAnswer, attempts: Int
    ) async throws(SignInError) {
        guard answer != .failed(.cancelled),
            case .again(let wait) = LogoutSchedule.fate(after: answer, attempts: attempts)
        else { return }
        let now = environment.instant
        try await environment.write { records in
            _ = try records.postponeLogoutNotices(of: client.id, dueAt: now, until: now.addingTimeInterval(wait))
        }
    }

    private func tell(
        _ client: OpenIDClient, at address: String, all notices: ArraySlice<LogoutNotice>
    ) async throws(SignInError) -> Int {
        let results = await withTaskGroup(of: Result<Int, SignInError>.self) { group in
            for notice in notices {
                group.addTask {
                    do throws(SignInError) {
                        return .success(
                            try await settle(notice, of: client, by: tell(client, at: address, notice)))
                    } catch {
                        return .failure(error)
                    }
                }
            }
            return await group.reduce(into: []) { $0.append($1) }
        }
        return try results.map { result throws(SignInError) in try result.get() }.reduce(0, +)
    }

    /// Stores what an answer means for a notice, and returns 1 if the client is not told again.
    private func settle(
        _ notice: LogoutNotice, of client: OpenIDClient, by answer: LogoutAnswer
    ) async throws(SignInError) -> Int {
        // The process is stopping. The notice is due again when its lease ends.
        if answer == .failed(.cancelled) { return 0 }
        let fate = LogoutSchedule.fate(after: answer, attempts: notice.attempts)
        if fate == .givenUp { environment.report(.logoutUndelivered(client: client.id, code: answer.code)) }
        try await settle(notice, as: fate)
        return fate.isFinal ? 1 : 0
    }

    private func tell(
        _ client: OpenIDClient, at address: String, _ notice: LogoutNotice
    ) async throws(SignInError) -> LogoutAnswer {
        let token = LogoutToken(tokens: try environment.provider.idTokens).make(
            notice.session, for: client, at: environment.instant, identifier: environment.randomBytes(16))
        guard let token else { throw .misconfigured(.signingFailed) }
        let answer = await answer(of: address, to: token)
        observe(answer.code)
        return answer
    }

    private func answer(of address: String, to token: String) async -> LogoutAnswer {
        // The characters of a signed token need no encoding in a form.
        let request = TransportRequest(
            method: .post, url: address,
            headers: [("content-type", "application/x-www-form-urlencoded"), ("user-agent", "siwa")],
            body: Array("logout_token=\(token)".utf8), maximumResponseBytes: Self.maximumReply,
            deadline: LogoutSchedule.timeout)
        do throws(TransportFailure) {
            return .status(try await transport.send(request).status)
        } catch {
            return .failed(error)
        }
    }

    private func settle(_ notice: LogoutNotice, as fate: LogoutFate) async throws(SignInError) {
        let (id, now) = (notice.session.id, environment.instant)
        try await environment.write { records in
            switch fate {
            case .delivered, .givenUp: _ = try records.removeLogoutNotice(id)
            case .again(let wait): _ = try records.postponeLogoutNotice(id, dueAt: now.addingTimeInterval(wait))
            }
        }
    }
}

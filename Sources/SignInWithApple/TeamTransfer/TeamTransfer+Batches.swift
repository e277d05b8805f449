extension TeamTransfer {
    /// How often one person is asked about while Apple is away, before the failure is handed on.
    private static let mostTries = 3

    /// Fetches the transfer identifiers of many users, several at a time. For the team that transfers the app.
    ///
    /// Each answer is handed on when it arrives, one after another: store it at once, and an interrupted run loses
    /// nothing. Temporary failures are repeated. Throws Apple's refusal if it concerns everybody: any but
    /// `invalid_request`, or `invalid_request` for everybody from the first (``TransferPace``). Then the client's key, the
    /// team or the time of the transfer is wrong, and no further call is made. After eight failures in a row without an
    /// answer, it throws the last one (`unavailable`). Also throws what `answered` throws.
    /// - Parameters:
    ///   - subjects: the users. Pass some hundreds at a time, and keep the pace.
    ///   - recipient: the team that receives the app.
    ///   - pace: how fast the calls follow each other. The run continues it.
    ///   - answered: takes a user with the identifier, or with the reason why there is none.
    public func fetchTransferIdentifiers(
        of subjects: [AppleUserID], to recipient: TeamID, pace: inout TransferPace,
        answered: @Sendable (AppleUserID, Result<TransferIdentifier, AppleCallFailure>) async throws -> Void
    ) async throws {
        try await run(
            subjects, &pace,
            { (subject: AppleUserID) async throws(AppleCallFailure) -> TransferIdentifier in
                try await self.fetchTransferIdentifier(of: subject, to: recipient)
            }, answered)
    }

    /// Fetches the people behind many transfer identifiers, several at a time. For the team that receives the app.
    ///
    /// Answers, failures and the pace are as in ``fetchTransferIdentifiers(of:to:pace:answered:)``.
    /// - Parameters:
    ///   - identifiers: the identifiers from the other team. Pass some hundreds at a time, and keep the pace.
    ///   - pace: how fast the calls follow each other. The run continues it.
    ///   - answered: takes an identifier with the person, or with the reason why there is none.
    public func fetchPeople(
        behind identifiers: [TransferIdentifier], pace: inout TransferPace,
        answered: @Sendable (TransferIdentifier, Result<TransferredPerson, AppleCallFailure>) async throws -> Void
    ) async throws {
        try await run(
            identifiers, &pace,
            { (identifier: TransferIdentifier) async throws(AppleCallFailure) -> TransferredPerson in
                try await self.fetchPerson(behind: identifier)
            }, answered)
    }

    private func run<Key: Sendable, Answer: Sendable>(
        _ keys: [Key], _ pace: inout TransferPace,
        _ fetch: @escaping @Sendable (Key) async throws(AppleCallFailure) -> Answer,
        _ answered: @Sendable (Key, Result<Answer, AppleCallFailure>) async throws -> Void
    ) async throws {
        var current = pace
        defer { pace = current }
        await holdToken()
        try await withThrowingTaskGroup(of: Ended<Key, Answer>.self) { group in
            var waiting = keys.map { (key: $0, tries: 1) }[...]
            var running = 0
            while true {
                try Task.checkCancellation()
                while running < current.atOnce, let next = waiting.popFirst() {
                    let wave = current.wave
                    group.addTask { await Ended(next.key, next.tries, wave, fetch) }
                    running += 1
                }
                guard let ended = try await group.next() else { return }
                running -= 1
                let seconds = current.note(ended.failure, begunIn: ended.wave)
                try Self.requireHope(ended.failure, current)
                if seconds != nil, ended.tries < Self.mostTries {
                    waiting.append((key: ended.key, tries: ended.tries + 1))
                } else {
                    try await answered(ended.key, ended.result)
                }
                if let seconds, seconds > 0 { try await pause(seconds) }
            }
        }
    }

    /// Throws a refusal that concerns everybody, and a failure if Apple has been away for a while.
    private static func requireHope(
        _ failure: AppleCallFailure?, _ pace: TransferPace
    ) throws(AppleCallFailure) {
        if case .unavailable? = failure, pace.isAppleAway, let failure { throw failure }
        guard case .refused(let refusal)? = failure else { return }
        let isAboutPerson = refusal.code == TokenEndpointError.invalidRequest
        guard isAboutPerson, !pace.hasRefusedEverybody else { throw .refused(refusal) }
    }
}

/// The end of one call of a run.
private struct Ended<Key: Sendable, Answer: Sendable>: Sendable {
    let key: Key
    /// Which try it was, from 1.
    let tries: Int
    let wave: Int
    let result: Result<Answer, AppleCallFailure>

    init(
        _ key: Key, _ tries: Int, _ wave: Int, _ fetch: @Sendable (Key) async throws(AppleCallFailure) -> Answer
    ) async {
        self.key = key
        self.tries = tries
        self.wave = wave
        do throws(AppleCallFailure) {
            result = .success(try await fetch(key))
        } catch {
            result = .failure(error)
        }
    }

    var failure: AppleCallFailure? {
        guard case .failure(let failure) = result else { return nil }
        return failure
    }
}

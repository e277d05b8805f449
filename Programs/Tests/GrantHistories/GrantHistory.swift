package import AccountStorage

/// A random history of grants: what people, Apple and the service do, in any order.
struct GrantHistory: Sendable {
    let seed: Int
    var steps: [GrantStep]
    /// Whether a revocation at Apple ends the whole authorization.
    let endsAuthorization: Bool

    init(seed: Int) {
        var dice = HistoryDice(seed: seed)
        self.seed = seed
        endsAuthorization = dice.number(4) != 0
        let length = 4 + dice.number(16)
        steps = (0..<length).map { _ in GrantStep(&dice) }
    }

    /// Why the history fails; `nil` if it holds.
    func failure(on database: any AccountDatabase, run: Int) async throws -> String? {
        let world = try await GrantWorld(database: database, run: run, endsAuthorization: endsAuthorization)
        do {
            for step in steps { try await world.take(step) }
            try await world.finish()
            return nil
        } catch let broken as BrokenPromise {
            return broken.text
        } catch {
            return "unexpected: \(error)"
        }
    }
}

/// A promise that a history broke.
struct BrokenPromise: Error {
    let text: String
}

/// Runs histories against a database. Returns the first that fails, with its seed and its shortest form; `nil` if none
/// fails.
package func firstBrokenHistory(
    of count: Int, from first: Int = 1, on database: any AccountDatabase
) async throws -> String? {
    var run = 0
    for seed in first..<(first + count) {
        let history = GrantHistory(seed: seed)
        run += 1
        guard var text = try await history.failure(on: database, run: run) else { continue }
        var shortest = history
        var place = 0
        while place < shortest.steps.count {
            var shorter = shortest
            shorter.steps.remove(at: place)
            run += 1
            if let failure = try await shorter.failure(on: database, run: run) {
                (shortest, text) = (shorter, failure)
                place = 0
            } else {
                place += 1
            }
        }
        let steps = shortest.steps.map { "  \($0)" }.joined(separator: "\n")
        let effect = history.endsAuthorization ? "the authorization" : "one token"
        return "seed \(seed), a revocation ends \(effect), \(shortest.steps.count) of \(history.steps.count) steps:\n"
            + "\(steps)\n\(text)"
    }
    return nil
}

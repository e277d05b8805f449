internal import AccountStorage
internal import Foundation

extension AccountDatabase {
    /// Runs a transaction and commits it.
    func keep<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await transaction { records throws(StorageFailure) in .keep(try body(records)) }
    }
}

extension AccountDatabase {
    /// Renews a session in a transaction of its own, and returns whether it was renewed.
    func renew(
        _ number: Int = 1, fromCounter counter: Int64 = 0, used: Int64 = 0, first: Int64 = 1, at moment: Date = noon,
        expiresAt: Date = noon(plus: 90_000)
    ) async throws(StorageFailure) -> Bool {
        do throws(StorageFailure) {
            try await keep { records throws(StorageFailure) in
                try records.renewSession(
                    required: .numbered(number), fromCounter: counter, used: used, first: first, at: moment,
                    expiresAt: expiresAt)
            }
            return true
        } catch {
            guard error == .conflict else { throw error }
            return false
        }
    }
}

/// Throws unless the two are equal.
func expect<Value: Equatable>(_ found: Value, is expected: Value, _ what: String) throws(BrokenPromise) {
    guard found == expected else { throw BrokenPromise("\(what): expected \(expected), found \(found)") }
}

/// Throws unless `body` fails with `expected`.
func expect(
    _ expected: StorageFailure, _ what: String, from body: () async throws(StorageFailure) -> Void
) async throws(BrokenPromise) {
    do throws(StorageFailure) {
        try await body()
    } catch {
        guard error == expected else { throw BrokenPromise("\(what): expected \(expected), found \(error)") }
        return
    }
    throw BrokenPromise("\(what): expected \(expected), but it worked")
}

/// Runs `body` concurrently for each number in `0..<count`, and returns the results in no particular order.
func race<Value: Sendable>(
    _ count: Int = 50, _ body: @escaping @Sendable (Int) async throws -> Value
) async throws -> [Value] {
    try await withThrowingTaskGroup(of: Value.self) { group in
        for number in 0..<count {
            group.addTask { try await body(number) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
    }
}

/// The numbers for which `fits` is true. `filter` would lose the type of the thrown error.
func numbers(
    _ range: Range<Int>, where fits: (Int) throws(StorageFailure) -> Bool
) throws(StorageFailure) -> [Int] {
    var found: [Int] = []
    for number in range where try fits(number) { found.append(number) }
    return found
}

internal import AccountStorage

extension AccountDatabase {
    /// Runs a transaction and commits it.
    func keep<Value: Sendable>(
        _ body: @escaping @Sendable (any AccountTransaction) throws(StorageFailure) -> Value
    ) async throws(StorageFailure) -> Value {
        try await transaction { records throws(StorageFailure) in .keep(try body(records)) }
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

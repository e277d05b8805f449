package import AccountStorage
internal import AccountStorageConformance

/// Runs ten thousand random histories on a database and on the reference. Returns both databases' answers to the first
/// history whose answers differ; `nil` if there is none.
package func firstDifference(of database: some AccountDatabase) async throws -> String? {
    let reference = ReferenceDatabase()
    for number in 0..<10_000 {
        let history = RandomHistory(number)
        let expected = try await history.answers(of: reference)
        let found = try await history.answers(of: database)
        if found != expected {
            let lines = zip(expected, found).map { $0 == $1 ? "  \($0)" : "- \($0)\n+ \($1)" }
            return "history \(number):\n" + lines.joined(separator: "\n")
        }
    }
    return nil
}

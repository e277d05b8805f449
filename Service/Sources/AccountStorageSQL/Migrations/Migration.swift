/// One step of the schema. Steps are only appended. A released one is never edited.
package struct Migration: Sendable {
    /// The number in the file's name, starting with 1.
    package let number: Int
    /// The SQL for an engine.
    package let sql: @Sendable (SQLDialect) -> String

    package init(number: Int, sql: @escaping @Sendable (SQLDialect) -> String) {
        self.number = number
        self.sql = sql
    }

    /// All steps in order. A database stores the number of the last one that was applied.
    package static let all: [Migration] = [firstSchema]
}

/// One step of the schema. Steps are only appended. A released one is never edited.
package struct Migration: Sendable {
    /// Its place among the steps, starting with 1.
    package let number: Int
    /// The SQL for an engine.
    package let sql: @Sendable (SQLDialect) -> String

    package init(number: Int, sql: @escaping @Sendable (SQLDialect) -> String) {
        self.number = number
        self.sql = sql
    }

    /// All steps in order. A database stores the number of the last one that was applied. A step of a few lines is
    /// written in this list.
    package static let all: [Migration] = [firstSchema]
}

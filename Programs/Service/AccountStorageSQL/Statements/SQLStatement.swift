internal import Synchronization

/// One statement. A connection prepares it once and finds the prepared statement by its number.
package final class SQLStatement: Sendable {
    /// A small number that no other statement has. A connection uses it as an index of its prepared statements.
    package let number: Int
    private let text: @Sendable (SQLDialect) -> String

    private static let made = Atomic(0)

    /// A statement whose text depends on the dialect.
    package init(_ text: @escaping @Sendable (SQLDialect) -> String) {
        self.text = text
        number = Self.made.add(1, ordering: .relaxed).oldValue
    }

    /// A statement that is the same for every engine. Parameters are numbered: `$1`, `$2`…
    package convenience init(_ text: String) {
        self.init { _ in text }
    }

    /// The text that an engine prepares.
    package func text(in dialect: SQLDialect) -> String {
        text(dialect).replacing("$", with: dialect.parameter)
    }
}

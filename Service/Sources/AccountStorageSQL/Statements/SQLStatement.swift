internal import Synchronization

/// One statement. A connection prepares it once and finds it again by its number.
package final class SQLStatement: Sendable {
    /// The place at which a connection keeps the prepared statement: small, and no other statement's.
    package let number: Int
    private let text: @Sendable (SQLDialect) -> String

    private static let made = Atomic(0)

    /// A statement whose dialects differ.
    package init(_ text: @escaping @Sendable (SQLDialect) -> String) {
        self.text = text
        number = Self.made.add(1, ordering: .relaxed).oldValue
    }

    /// A statement that every engine takes as it is. Parameters are numbered: `$1`, `$2`…
    package convenience init(_ text: String) {
        self.init { _ in text }
    }

    /// The text that an engine prepares.
    package func text(in dialect: SQLDialect) -> String {
        text(dialect).replacing("$", with: dialect.parameter)
    }
}

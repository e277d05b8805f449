/// All the faults of a configuration, collected so that one start reports the whole list.
package struct ConfigurationFaults: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line per fault. Lines name keys but never contain the values of secrets.
    package let lines: [String]

    /// Creates a list of faults.
    package init(_ lines: [String]) {
        self.lines = lines
    }

    /// The list as text for the operator.
    package var description: String {
        let head = lines.count == 1 ? "1 error" : "\(lines.count) errors"
        return (["The configuration has \(head):"] + lines.map { "- " + $0 }).joined(separator: "\n")
    }
}

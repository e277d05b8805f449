/// Everything that is wrong with a configuration, all at once, so that one start shows the whole list.
package struct ConfigurationFaults: Error, Sendable, Equatable, CustomStringConvertible {
    /// One line each; names keys, never values of secrets.
    package let lines: [String]

    /// A list of faults.
    package init(_ lines: [String]) {
        self.lines = lines
    }

    /// The list as text.
    package var description: String {
        let head = lines.count == 1 ? "1 error" : "\(lines.count) errors"
        return (["The configuration has \(head):"] + lines.map { "- " + $0 }).joined(separator: "\n")
    }
}

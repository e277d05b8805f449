/// What is wrong with a configuration: everything at once, each in a sentence that starts with the place.
package struct EmulatorConfigurationFault: Error, CustomStringConvertible, Sendable, Equatable {
    /// One sentence per fault.
    package let faults: [String]

    init(_ faults: [String]) { self.faults = faults }

    /// One fault per line.
    package var description: String { faults.joined(separator: "\n") }
}

import Foundation

/// The content of a configuration file.
package struct ConfigurationFile {
    /// The bytes of the file.
    package let json: [UInt8]
    /// The folder of the file. Relative paths in the file start from it, so that a configuration can be moved as a
    /// whole.
    package let directory: String

    /// Reads the file at a path.
    package init(_ path: String) throws(ConfigurationFaults) {
        guard let data = FileManager.default.contents(atPath: path) else {
            throw ConfigurationFaults(["\(path): cannot be read"])
        }
        json = [UInt8](data)
        directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }
}

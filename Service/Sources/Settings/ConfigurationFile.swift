import Foundation

/// A configuration file as it was read.
package struct ConfigurationFile {
    /// Its bytes.
    package let json: [UInt8]
    /// Its folder, from which relative paths in it are meant: so a configuration can be moved as a whole.
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

import Foundation

/// The content of a configuration file.
package struct ConfigurationFile {
    /// The path as it was given, for messages.
    package let path: String
    /// The bytes of the file.
    package let json: [UInt8]
    /// The folder of the file. Relative paths in the file start from it, so that a configuration can be moved as a
    /// whole.
    package let directory: String

    /// Reads the file at a path.
    package init(_ path: String) throws(ConfigurationFaults) {
        do {
            json = [UInt8](try Data(contentsOf: URL(fileURLWithPath: path)))
        } catch {
            throw ConfigurationFaults(["\(path): \(Self.reason(error, path))"])
        }
        self.path = path
        directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    /// The bytes that were read from a file.
    package init(_ path: String, json: [UInt8]) {
        self.path = path
        self.json = json
        directory = URL(fileURLWithPath: path).deletingLastPathComponent().path
    }

    private static func reason(_ error: any Error, _ path: String) -> String {
        var isFolder: ObjCBool = false
        if FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) {
            return isFolder.boolValue ? "this is a folder" : "cannot be read by this user"
        }
        let isMissing = (error as? CocoaError)?.code == .fileReadNoSuchFile
        return isMissing ? "there is no such file" : "cannot be read by this user"
    }
}

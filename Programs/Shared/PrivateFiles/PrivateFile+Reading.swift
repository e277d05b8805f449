import Foundation

extension PrivateFile {
    /// Reads the file, provided that only its owner has access.
    package static func read(_ path: String) throws(Failure) -> [UInt8] {
        try refuseIfShared(path)
        guard let data = FileManager.default.contents(atPath: path) else {
            throw Failure(description: "\(path): cannot be read")
        }
        return [UInt8](data)
    }

    /// Throws if the mode of the file or folder gives its group or others any access.
    package static func refuseIfShared(_ path: String) throws(Failure) {
        var status = stat()
        guard stat(path, &status) == 0 else { throw Failure(path: path) }
        guard !isShared(path, mode: UInt32(status.st_mode)) else {
            throw Failure(description: "\(path): users other than its owner have access; use chmod go= on it")
        }
    }

    /// Whether the mode of a file gives others than the service access to it.
    ///
    /// systemd puts credentials into a folder that only the unit can enter. Where it grants the unit's user access by
    /// an access control list, the mode of the files shows the mask of that list as a right of the group
    /// (systemd.exec(5), `LoadCredential=`; acl(5)).
    static func isShared(_ path: String, mode: UInt32) -> Bool {
        let isCredential = path.hasPrefix("/run/credentials/") && !path.contains("/../")
        return mode & (isCredential ? 0o037 : 0o077) != 0
    }
}

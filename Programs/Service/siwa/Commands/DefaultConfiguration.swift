import Foundation
import PrivateFiles
import Settings

/// `siwa.json` in the current folder, which commands read unless `--config` names another file.
enum DefaultConfiguration {
    static let name = "siwa.json"

    /// Reads the file. Somebody else's file is not read unless it is named, because it can name programs to run.
    ///
    /// It is judged and read through one descriptor, and links are not followed: in a folder such as `/tmp`, somebody else
    /// can exchange a link between the two.
    static func read() throws(ConfigurationFaults) -> ConfigurationFile {
        let descriptor = open(name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { throw ConfigurationFaults([unopened(errno)]) }
        let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
        guard let status = FileStatus(descriptor: descriptor), status.isRegular else {
            throw ConfigurationFaults(["siwa.json in this folder is not a regular file; name another with --config"])
        }
        guard status.owner == geteuid() || status.owner == 0 else {
            throw ConfigurationFaults([
                "siwa.json in this folder belongs to another user; to use it, name it with --config"
            ])
        }
        guard let data = try? handle.readToEnd() ?? Data() else {
            throw ConfigurationFaults(["siwa.json: cannot be read by this user"])
        }
        return ConfigurationFile(name, json: [UInt8](data))
    }

    private static func unopened(_ error: Int32) -> String {
        switch error {
        case ENOENT: "there is no siwa.json in this folder; name the file with --config, or write one with siwa setup"
        // Linux and Darwin have this code for a link that is not followed.
        case ELOOP: "siwa.json in this folder is a link; to use it, name it with --config"
        default: "siwa.json: cannot be read by this user"
        }
    }
}

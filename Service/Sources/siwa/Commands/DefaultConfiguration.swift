import Foundation
import Settings

/// `siwa.json` in the current folder, which commands read unless `--config` names another file.
enum DefaultConfiguration {
    static let name = "siwa.json"

    /// Reads the file. Somebody else's file is not read unless it is named, because it can name programs to run.
    static func read() throws(ConfigurationFaults) -> ConfigurationFile {
        guard let owner = FileAccess.owner(of: name) else {
            throw ConfigurationFaults([
                "there is no siwa.json in this folder; name the file with --config, or write one with siwa setup"
            ])
        }
        guard owner == geteuid() || owner == 0 else {
            throw ConfigurationFaults([
                "siwa.json in this folder belongs to another user; to use it, name it with --config"
            ])
        }
        return try ConfigurationFile(name)
    }
}

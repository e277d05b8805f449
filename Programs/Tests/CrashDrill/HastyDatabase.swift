import AccountStorage
import AccountStorageSQLite
import ServiceAssembly
import SignInServer

extension ServiceSeams {
    /// Opens the configured file a second time, with commits that do not wait for the disk.
    static func hasty(_ settings: ServerConfiguration) -> ServiceSeams {
        ServiceSeams(database: { [place = settings.databasePlace] sound in
            guard case .file(let path) = place else { return sound }
            var options = SQLiteOptions()
            options.waitsForDisk = false
            return (try? SQLiteAccountDatabase(path: path, options: options)) ?? sound
        })
    }
}

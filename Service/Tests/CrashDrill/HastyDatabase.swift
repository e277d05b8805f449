import AccountStorage
import AccountStorageSQLite
import SignInServer

extension ServiceSeams {
    /// The file of the configuration, opened a second time so that it answers before anything is on the disk.
    static func hasty(_ settings: ServerConfiguration) -> ServiceSeams {
        ServiceSeams(database: { [place = settings.databasePlace] sound in
            guard case .file(let path) = place else { return sound }
            var options = SQLiteOptions()
            options.waitsForDisk = false
            return (try? SQLiteAccountDatabase(path: path, options: options)) ?? sound
        })
    }
}

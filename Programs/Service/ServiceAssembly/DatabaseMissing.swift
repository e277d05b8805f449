/// There are master keys, but not the database that belongs to them; nothing was created. An empty database would hide
/// that it was moved or lost.
package struct DatabaseMissing: Error, CustomStringConvertible {
    /// The stable code.
    package static let code = "database_missing"
    /// What was found.
    package static let meaning = "There are master keys, and the database that belongs to them is missing."
    /// What to do about it.
    package static let advice =
        "Put the database back, or restore a backup. For a new start without any account, remove the folder of the "
        + "master keys."

    let database: String
    let secretsDirectory: String

    package var description: String {
        "\(Self.code): there is no database at \(database). \(Self.meaning) \(Self.advice) It is \(secretsDirectory)."
    }
}

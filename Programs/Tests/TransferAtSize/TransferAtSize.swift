import AccountStorageSQLite
import Foundation
import JSONWebTokens

/// `transfer-at-size STEP PEOPLE FOLDER` does one step of the transfer of so many people, with the flows of the service, an
/// SQLite file and an Apple that answers after a millisecond. It prints a line of JSON. `run` plays all steps.
@main
struct TransferAtSize {
    enum Step: String {
        case prepare, export, `import`
    }

    static func main() async throws {
        let words = Array(CommandLine.arguments.dropFirst())
        guard words.count == 3, let step = Step(rawValue: words[0]), let people = Int(words[1]), people > 0 else {
            FileHandle.standardError.write(Data("usage: transfer-at-size prepare|export|import PEOPLE FOLDER\n".utf8))
            exit(2)
        }
        var options = SQLiteOptions()
        options.createIfMissing = step == .prepare
        let database = try SQLiteAccountDatabase(path: words[2] + "/accounts.sqlite", options: options)
        let transfer = try LargeTransfer(people: people, database: database)
        let begun = ContinuousClock.now
        var members: [(name: String, value: JSONValue)]
        switch step {
        case .prepare: members = try await transfer.prepare()
        case .export: members = try await transfer.export()
        case .import: members = try await transfer.import()
        }
        let seconds = Int(((ContinuousClock.now - begun) / .seconds(1)).rounded())
        members.append((name: "seconds", value: .number(JSONNumber(seconds))))
        print(String(decoding: JSONObject(members).json, as: UTF8.self))
    }
}

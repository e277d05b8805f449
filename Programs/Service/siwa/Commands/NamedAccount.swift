import AccountStorage
import ArgumentParser

/// The argument that names an account.
struct NamedAccount: ParsableArguments {
    @Argument(help: ArgumentHelp("The account's id: 32 hexadecimal digits.", valueName: "account"))
    var account: String

    func id() throws -> AccountID {
        guard let id = AccountID(text: account) else {
            throw ValidationError("an account's id has 32 hexadecimal digits")
        }
        return id
    }

    func validate() throws {
        _ = try id()
    }
}

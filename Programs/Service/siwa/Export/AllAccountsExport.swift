import AccountStorage
import Foundation
import PrivateFiles
import SignInBackground
import SignInFlows

/// One export of all accounts: reads page by page, writes a line for each account and shows the progress.
struct AllAccountsExport {
    /// How many accounts are listed at once. Each is then read by itself, so only one is in memory.
    static let pageLength = 250

    let path: String
    let withSecrets: Bool

    /// Writes the file, and returns what is in it. An incomplete file never has its name.
    func work(in environment: SignInEnvironment) async throws -> ExportSum {
        let operations = AccountOperations(environment)
        let asker = withSecrets ? AccountOperations.secretsAsker : AccountOperations.asker
        let file = try PrivateFileDraft(path)
        var progress = ProgressLine("accounts")
        var sum = ExportSum()
        var last: AccountID?
        repeat {
            let page = try await operations.accounts(after: last, limit: Self.pageLength)
            for id in page {
                try Task.checkCancellation()
                let copy = try await AccountExport.collect(
                    id, asker: asker, withSecrets: withSecrets, in: environment)
                // Deleted since the page was read.
                guard let copy else { continue }
                try file.write(Array((AccountText.jsonLine(copy) + "\n").utf8))
                sum.add(copy)
            }
            last = page.count < Self.pageLength ? nil : page.last
            if let last { progress.show(Self.part(through: last), count: sum.accounts) }
        } while last != nil
        try file.finish()
        progress.show(1, count: sum.accounts)
        return sum
    }

    /// The fraction of all accounts up to this one. Their IDs are random, so they are spread evenly.
    private static func part(through id: AccountID) -> Double {
        Double(id.high) / Double(UInt64.max)
    }
}

/// What an export contains.
struct ExportSum: Sendable, Equatable {
    private(set) var accounts = 0
    private(set) var passwordHashes = 0
    private(set) var refreshTokens = 0
    /// Sealed tokens and names that no key opens.
    private(set) var unreadable = 0

    mutating func add(_ copy: AccountExport) {
        accounts += 1
        unreadable += copy.keptNames.values.count { $0.name == nil }
        guard let secrets = copy.secrets else { return }
        passwordHashes += secrets.passwordHash == nil ? 0 : 1
        let lost = secrets.tokens.count { $0.token == nil }
        refreshTokens += secrets.tokens.count - lost
        unreadable += lost
    }

    /// Tells the operator.
    func say(withSecrets: Bool) {
        let noun = accounts == 1 ? "account" : "accounts"
        Output.result("\(accounts) \(noun)" + (withSecrets ? "" : ", without secrets"))
        let secrets = [("password hashes", passwordHashes), ("refresh tokens", refreshTokens)]
        for (name, count) in (withSecrets ? secrets : []) + [("unreadable", unreadable)] {
            Output.result("  " + name.padding(toLength: 17, withPad: " ", startingAt: 0) + "\(count)")
        }
        guard unreadable > 0 else { return }
        Output.remark("no key in secrets_directory opens what is unreadable, so it is not in the file")
    }
}

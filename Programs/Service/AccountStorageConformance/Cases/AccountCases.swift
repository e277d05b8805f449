internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let accounts: [ConformanceCase] = [
        ConformanceCase("what was never recorded is not found") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(.sample(1))
                return [
                    try records.findAccount(.numbered(2)) == nil,
                    try records.findIdentity(.numbered(1)) == nil,
                    try records.findGrant(.numbered(1), client: "app") == nil,
                    try records.findKeptName(.numbered(1)) == nil,
                    try records.findSession(.numbered(1)) == nil,
                    try records.findAttempt(.numbered(1)) == nil,
                ]
            }
            try expect(found, is: Array(repeating: true, count: 6), "nothing")
        },
        ConformanceCase("an account's texts come back byte for byte") { database in
            for text in difficultTexts {
                var account = Account.sample()
                (account.givenName, account.familyName, account.email) = (text, text + "2", text + "3")
                let stored = account
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordAccount(stored)
                    return try records.findAccount(stored.id)
                }
                // The bytes are compared because Swift treats texts that differ only in Unicode composition as equal.
                try expect(found?.givenName.map { Array($0.utf8) }, is: Array(text.utf8), "the given name")
                try expect(found, is: account, "the account")
            }
        },
        ConformanceCase("an account's address comes back byte for byte, whatever it ends with") { database in
            let relay = "privaterelay.appleid.com"
            for address in ["a@" + relay, "@" + relay, "a@@" + relay, "a@b@" + relay, relay, "a@", "a@@", "@", "@@"] {
                var account = Account.sample()
                account.email = address
                let stored = account
                let (found, byAddress) = try await database.keep { records throws(StorageFailure) in
                    try records.recordAccount(stored)
                    return (
                        try records.findAccount(stored.id), try records.findAccounts(email: address, limit: 2).count
                    )
                }
                try expect(found, is: account, "the account")
                try expect(byAddress, is: 1, "accounts with the address \(address)")
            }
        },
        ConformanceCase("an account without name and address, unlike one with empty ones, has none") { database in
            var account = Account.sample()
            (account.givenName, account.familyName, account.email) = (nil, nil, nil)
            let stored = account
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(stored)
                return try records.findAccount(stored.id)
            }
            try expect(found, is: account, "the account")
        },
        ConformanceCase("an account's flags do not depend on each other") { database in
            for (number, flags) in [(false, false), (false, true), (true, false), (true, true)].enumerated() {
                var account = Account.sample(number)
                (account.isEmailVerified, account.isPrivateEmail) = flags
                let stored = account
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.recordAccount(stored)
                    return try records.findAccount(stored.id)
                }
                try expect(found, is: account, "the account")
            }
        },
        ConformanceCase("an account recorded again has the new values, and only that account") { database in
            var account = Account.sample(1)
            (account.givenName, account.email, account.isPrivateEmail) = ("Grace", nil, true)
            account.disabledAt = noon(plus: 1)
            let changed = account
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(.sample(1))
                try records.recordAccount(.sample(2))
                try records.recordAccount(changed)
                return [try records.findAccount(.numbered(1)), try records.findAccount(.numbered(2))]
            }
            try expect(found, is: [changed, .sample(2)], "both accounts")
        },
        ConformanceCase("two accounts may have one address") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(.sample(1))
                try records.recordAccount(.sample(2))
                return [try records.findAccount(.numbered(1))?.email, try records.findAccount(.numbered(2))?.email]
            }
            try expect(found, is: ["ada@example.com", "ada@example.com"], "the addresses")
        },
        ConformanceCase("accounts are listed page by page, none twice and none left out") { database in
            let (pages, none) = try await database.keep { records throws(StorageFailure) in
                for number in (1...5).reversed() { try records.recordAccount(.sample(number)) }
                var pages: [[AccountID]] = []
                // The limit stops a faulty database that returns the first page again and again.
                while pages.last?.isEmpty != true, pages.count < 10 {
                    pages.append(try records.findAccountIDs(after: pages.last?.last, limit: 2))
                }
                return (pages, try records.findAccountIDs(after: nil, limit: 0))
            }
            let expected: [[AccountID]] = [[1, 2], [3, 4], [5], []].map { $0.map { .numbered($0) } }
            try expect(pages, is: expected, "the pages")
            try expect(none, is: [], "a page of none")
        },
        ConformanceCase("text that not every database can keep is refused, not cut") { database in
            try await expect(.conflict, "a name with U+0000") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    var account = Account.sample()
                    account.givenName = "Ada\0Eve"
                    try records.recordAccount(account)
                }
            }
            try await expect(.conflict, "a client with U+0000") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    var session = Session.sample()
                    session.clientID = "app\0"
                    try records.recordSession(session)
                }
            }
            try await expect(.conflict, "a search for U+0000") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in
                    _ = try records.findAccount(externalID: "a\0")
                }
            }
        },
    ]
}

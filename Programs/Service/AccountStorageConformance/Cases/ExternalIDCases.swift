internal import AccountStorage

extension ConformanceCase {
    static let externalIDs: [ConformanceCase] = [
        ConformanceCase("an account is found by its external id, byte for byte") { database in
            let names = difficultTexts + ["user-1", "USER-1", "user-1 "]
            let found = try await database.keep { records throws(StorageFailure) in
                for (number, name) in names.enumerated() {
                    var account = Account.sample(number)
                    account.externalID = name
                    try records.recordAccount(account)
                }
                return try names.map { name throws(StorageFailure) in try records.findAccount(externalID: name)?.id }
            }
            try expect(found, is: names.indices.map { .numbered($0) }, "the accounts")
            let (account, missing) = try await database.keep { records throws(StorageFailure) in
                (try records.findAccount(.numbered(2)), try records.findAccount(externalID: "user-2"))
            }
            try expect(account?.externalID.map { Array($0.utf8) }, is: Array(names[2].utf8), "the external id")
            try expect(missing, is: nil, "an account nobody has named so")
        },
        ConformanceCase("an external id belongs to one account") { database in
            var account = Account.sample(1)
            account.externalID = "user-1"
            let (first, again) = (account, account.renamed(2))
            try await database.keep { records throws(StorageFailure) in try records.recordAccount(first) }
            try await expect(.conflict, "a second account of that name") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordAccount(again) }
            }
            let owner = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(first)
                return try records.findAccount(externalID: "user-1")?.id
            }
            try expect(owner, is: .numbered(1), "the owner")
        },
        ConformanceCase("an external id that an account gave up is free") { database in
            var account = Account.sample(1)
            account.externalID = "user-1"
            let (named, other) = (account, account.renamed(2))
            var renamed = named
            renamed.externalID = "user-2"
            let changed = renamed
            let owners = try await database.keep { records throws(StorageFailure) in
                try records.recordAccount(named)
                try records.recordAccount(changed)
                let freed = try records.findAccount(externalID: "user-1")?.id
                try records.recordAccount(other)
                let taken = try records.findAccount(externalID: "user-1")?.id
                _ = try records.removeAccount(.numbered(1))
                let left = try records.findAccount(externalID: "user-2")?.id
                try records.recordAccount(.sample(2))
                return [freed, taken, left, try records.findAccount(externalID: "user-1")?.id]
            }
            try expect(owners, is: [nil, .numbered(2), nil, nil], "the owners")
        },
        ConformanceCase("of many who take an external id at once, one account gets it") { database in
            let won = try await race { number in
                var account = Account.sample(number)
                account.externalID = "user-1"
                let mine = account
                do throws(StorageFailure) {
                    return try await database.keep { records throws(StorageFailure) in
                        guard try records.findAccount(externalID: "user-1") == nil else { return false }
                        try records.recordAccount(mine)
                        return true
                    }
                } catch {
                    guard error == .conflict else { throw error }
                    return false
                }
            }
            try expect(won.count { $0 }, is: 1, "accounts of that name")
        },
    ]
}

extension Account {
    /// Another account with the same external id.
    fileprivate func renamed(_ number: Int) -> Account {
        var account = Account.sample(number)
        account.externalID = externalID
        return account
    }
}

internal import AccountStorage

extension ConformanceCase {
    static let passwords: [ConformanceCase] = [
        ConformanceCase("an account has one password, which is replaced and removed") { database in
            let first = StoredPassword.sample()
            var second = first
            (second.hash, second.changedAt) = ("$scrypt$ln=15,r=8,p=1$c2FsdA$aGFzaA", noon(plus: 1))
            let replacement = second
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordPassword(first)
                try records.recordPassword(StoredPassword.sample(2))
                let before = try records.findPassword(of: first.accountID)
                try records.recordPassword(replacement)
                return [before, try records.findPassword(of: first.accountID)]
            }
            try expect(found, is: [first, replacement], "the password before and after")
            let answers = try await database.keep { records throws(StorageFailure) in
                [
                    try records.removePassword(of: first.accountID), try records.removePassword(of: first.accountID),
                    try records.findPassword(of: first.accountID) == nil,
                    try records.findPassword(of: .numbered(2)) == StoredPassword.sample(2),
                ]
            }
            try expect(answers, is: [true, false, true, true], "what removing came to")
        },
        ConformanceCase("a login name leads to one account, and is proven there") { database in
            let name = LoginName.sample()
            var proven = name
            proven.provenAt = noon(plus: 1)
            let after = proven
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordLoginName(name)
                try records.recordLoginName(LoginName.sample(2))
                let before = try records.findLoginName(name.id)
                try records.recordLoginName(after)
                return [before, try records.findLoginName(name.id)]
            }
            try expect(found, is: [name, after], "the name before and after")
            var stolen = name
            stolen.accountID = .numbered(2)
            var respelled = name
            respelled.name = "e\u{301}va@example.com"
            for other in [stolen, respelled] {
                try await expect(.conflict, "a name of somebody else's") { () async throws(StorageFailure) in
                    try await database.keep { records throws(StorageFailure) in try records.recordLoginName(other) }
                }
            }
            let left = try await database.keep { records throws(StorageFailure) in
                try records.recordLoginName(
                    LoginName(id: .numbered(9), accountID: .numbered(1), name: "éva", createdAt: noon))
                let all = try records.findLoginNames(of: .numbered(1)).map(\.name)
                let removed = [try records.removeLoginName(name.id), try records.removeLoginName(name.id)]
                return (all, removed, try records.findLoginNames(of: .numbered(1)).map(\.name))
            }
            try expect(left.0, is: [name.name, "éva"], "the names of the account")
            try expect(left.1, is: [true, false], "what removing came to")
            try expect(left.2, is: ["éva"], "the names that are left")
        },
        ConformanceCase("tries are counted for each by itself, and cleared away when their time is over") { database in
            let answers = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    try records.recordTries(
                        PasswordTries(
                            id: .numbered(number), count: number, delayedUntil: number == 2 ? nil : noon(plus: 5),
                            expiresAt: noon(plus: Int64(number) * 1_000)))
                }
                try records.recordTries(
                    PasswordTries(
                        id: .numbered(1), count: 9, delayedUntil: noon(plus: 7), expiresAt: noon(plus: 4_000)))
                let first = try records.findTries(.numbered(1))
                let second = try records.findTries(.numbered(2))
                return [
                    first?.count == 9, first?.delayedUntil == noon(plus: 7), second?.delayedUntil == nil,
                    second?.count == 2, try records.removeExpiredTries(before: noon(plus: 2_001), limit: 9) == 1,
                    try records.findTries(.numbered(2)) == nil, try records.findTries(.numbered(3))?.count == 3,
                    try records.removeTries(.numbered(3)), try !records.removeTries(.numbered(3)),
                    try records.findTries(.numbered(1)) == first,
                ]
            }
            try expect(answers, is: Array(repeating: true, count: 10), "what each came to")
        },
    ]

    static let mail: [ConformanceCase] = [
        ConformanceCase("a mailed token is taken once, up to its end") { database in
            let token = MailedToken.sample()
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordMailedToken(token)
                try records.recordMailedToken(MailedToken.sample(2))
                return [
                    try records.findMailedToken(token.id),
                    try records.takeMailedToken(.numbered(2), at: noon(plus: 60_000)),
                ]
            }
            try expect(found, is: [token, nil], "the token, and one that is too old")
            try await expect(.conflict, "a second token of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordMailedToken(token) }
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeMailedToken(token.id, at: noon(plus: 59_999))
                }
            }
            try expect(taken.compactMap { $0 }, is: [token], "what was taken")
        },
        ConformanceCase("the mailed tokens of one account leave together, and old ones are cleared away") { database in
            let counts = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    var token = MailedToken.sample(number)
                    token.accountID = .numbered(number == 4 ? 2 : 1)
                    token.expiresAt = noon(plus: Int64(number) * 1_000)
                    try records.recordMailedToken(token)
                }
                return [
                    try records.removeExpiredMailedTokens(before: noon(plus: 1_001), limit: 9),
                    try records.removeMailedTokens(of: .numbered(1)), try records.removeMailedTokens(of: .numbered(1)),
                    try records.findMailedToken(.numbered(4)) == nil ? 0 : 1,
                ]
            }
            try expect(counts, is: [1, 2, 0, 1], "how many left")
        },
        ConformanceCase("mail that is due goes to one sender, and comes back should that one die") { database in
            let mail = OutgoingMail.sample()
            try await database.keep { records throws(StorageFailure) in
                try records.recordMail(mail)
                var later = OutgoingMail.sample(2)
                later.dueAt = noon(plus: 1)
                try records.recordMail(later)
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeMail(dueAt: noon, returnsAt: noon(plus: 5_000), limit: 9)
                }
            }
            var expected = mail
            (expected.attempts, expected.dueAt) = (1, noon(plus: 5_000))
            try expect(taken.flatMap { $0 }, is: [expected], "what was taken")
            let answers = try await database.keep { records throws(StorageFailure) in
                let again = try records.takeMail(dueAt: noon(plus: 5_000), returnsAt: noon(plus: 9_000), limit: 1)
                return [
                    again.map(\.id) == [.numbered(2)],
                    try records.countMail() == OutboxBacklog(count: 2, oldestAt: noon),
                    try records.postponeMail(mail.id, dueAt: noon(plus: 4_000)),
                    try records.takeMail(dueAt: noon(plus: 4_000), returnsAt: noon(plus: 9_000), limit: 9)
                        .map(\.attempts) == [2],
                    try records.removeMail(mail.id), try !records.removeMail(mail.id),
                    try !records.postponeMail(mail.id, dueAt: noon),
                    try records.removeMail(of: .numbered(2)) == 1,
                    try records.countMail() == OutboxBacklog(count: 0, oldestAt: nil),
                ]
            }
            try expect(answers, is: Array(repeating: true, count: 9), "what each came to")
        },
    ]
}

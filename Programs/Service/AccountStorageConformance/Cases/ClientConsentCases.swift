internal import AccountStorage

extension ConformanceCase {
    static let clientConsents: [ConformanceCase] = [
        ConformanceCase("a consent comes back with every field, for its account and client only") { database in
            let texts = [difficultTexts[0], difficultTexts[5], difficultTexts[7]]
            let found = try await database.keep { records throws(StorageFailure) in
                for text in texts {
                    try records.recordClientConsent(
                        ClientConsent(
                            accountID: .numbered(1), client: text, scope: text + "2", givenAt: noon(plus: 3)))
                }
                return try texts.map { text throws(StorageFailure) in
                    [
                        try records.findClientConsent(of: .numbered(1), for: text),
                        try records.findClientConsent(of: .numbered(2), for: text),
                        try records.findClientConsent(of: .numbered(1), for: text + "2"),
                    ]
                }
            }
            let expected = texts.map { text in
                [
                    ClientConsent(accountID: .numbered(1), client: text, scope: text + "2", givenAt: noon(plus: 3)),
                    nil, nil,
                ]
            }
            try expect(found, is: expected, "the consents")
        },
        ConformanceCase("a consent recorded again replaces the one for the same client, and no other") { database in
            let replacement = ClientConsent(
                accountID: .numbered(1), client: "shop", scope: "openid", givenAt: noon(plus: 9))
            let found = try await database.keep { records throws(StorageFailure) in
                for account in 1...2 { try records.recordClientConsent(.sample("shop", of: account)) }
                try records.recordClientConsent(.sample("wiki"))
                try records.recordClientConsent(replacement)
                return [
                    try records.findClientConsents(of: .numbered(1)), try records.findClientConsents(of: .numbered(2)),
                ]
            }
            try expect(found, is: [[replacement, .sample("wiki")], [.sample("shop", of: 2)]], "the consents")
        },
        ConformanceCase("the consents of an account are ordered by client, octet by octet") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for client in ["é", "b", "e\u{301}", "B", "a-b", "ab", "a_b"] {
                    try records.recordClientConsent(.sample(client))
                }
                try records.recordClientConsent(.sample("a", of: 2))
                return try records.findClientConsents(of: .numbered(1))
            }
            let expected = ["B", "a-b", "a_b", "ab", "b", "e\u{301}", "é"].map { Array($0.utf8) }
            try expect(found.map { Array($0.client.utf8) }, is: expected, "the clients")
        },
        ConformanceCase("a consent is withdrawn once, for one client of one account") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for client in ["shop", "é", "e\u{301}"] {
                    for account in 1...2 { try records.recordClientConsent(.sample(client, of: account)) }
                }
                let removed = [
                    try records.removeClientConsent(of: .numbered(1), for: "é"),
                    try records.removeClientConsent(of: .numbered(1), for: "é"),
                    try records.removeClientConsent(of: .numbered(3), for: "shop"),
                ]
                let left = try [1, 2].map { account throws(StorageFailure) in
                    try records.findClientConsents(of: .numbered(account)).map { Array($0.client.utf8) }
                }
                return (removed, left)
            }
            let all = ["e\u{301}", "shop", "é"].map { Array($0.utf8) }
            try expect(removed, is: [true, false, false], "whether there was one")
            try expect(left, is: [Array(all.prefix(2)), all], "the clients that are left")
        },
        ConformanceCase("every consent of an account leaves at once, and no other") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for client in ["shop", "wiki"] {
                    for account in 1...2 { try records.recordClientConsent(.sample(client, of: account)) }
                }
                let removed = [
                    try records.removeClientConsents(of: .numbered(1)),
                    try records.removeClientConsents(of: .numbered(1)),
                ]
                let left = try [1, 2].map { account throws(StorageFailure) in
                    try records.findClientConsents(of: .numbered(account)).map(\.client)
                }
                return (removed, left)
            }
            try expect(removed, is: [2, 0], "how many were removed")
            try expect(left, is: [[], ["shop", "wiki"]], "the clients that are left")
        },
    ]
}

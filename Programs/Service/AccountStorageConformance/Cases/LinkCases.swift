internal import AccountStorage

extension ConformanceCase {
    static let linkTickets: [ConformanceCase] = [
        ConformanceCase("a link ticket is taken once, with everything in it") { database in
            let ticket = LinkTicket.sample()
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordLinkTicket(ticket)
                return try records.findLinkTicket(ticket.id)
            }
            try expect(found, is: ticket, "the ticket")
            try await expect(.conflict, "a second ticket of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordLinkTicket(ticket) }
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeLinkTicket(ticket.id, at: noon)
                }
            }
            try expect(taken.compactMap { $0 }, is: [ticket], "what was taken")
        },
        ConformanceCase("a link ticket is good up to its end, and is cleared away after it") { database in
            let answers = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    var ticket = LinkTicket.sample(number)
                    ticket.label = number == 2 ? nil : ""
                    ticket.expiresAt = noon(plus: Int64(number) * 1_000)
                    try records.recordLinkTicket(ticket)
                }
                let late = try records.takeLinkTicket(.numbered(1), at: noon(plus: 1_000))
                let inTime = try records.takeLinkTicket(.numbered(2), at: noon(plus: 1_999))
                let removed = try records.removeExpiredLinkTickets(before: noon(plus: 3_000), limit: 9)
                let last = try records.findLinkTicket(.numbered(3))
                return [late == nil, inTime?.label == nil, removed == 1, last?.label == ""]
            }
            try expect(answers, is: [true, true, true, true], "what each came to")
        },
        ConformanceCase("the link tickets of one external id leave together") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    var ticket = LinkTicket.sample(number)
                    ticket.externalID = number == 2 ? "e\u{301}" : "é"
                    try records.recordLinkTicket(ticket)
                }
                let removed = try records.removeLinkTickets(externalID: "é")
                return (
                    removed,
                    try (1...3).map { number throws(StorageFailure) in
                        try records.findLinkTicket(.numbered(number)) != nil
                    }
                )
            }
            try expect(removed, is: 2, "how many left")
            try expect(left, is: [false, true, false], "which are there")
        },
        ConformanceCase("attempts that link to one account end together") { database in
            let (found, ended, states) = try await database.keep { records throws(StorageFailure) in
                let links: [AccountLink?] = [
                    nil, .external("user-1"), .external("user-2"), .session(.numbered(5), .numbered(1)),
                    .session(.numbered(5), .numbered(2)),
                ]
                for (number, link) in links.enumerated() {
                    var attempt = SignInAttempt.sample(number)
                    attempt.link = link
                    attempt.removesPassword = number == 3
                    try records.recordAttempt(attempt)
                }
                let found = try links.indices.map { number throws(StorageFailure) in
                    let found = try records.findAttempt(.numbered(number))
                    return found?.link == links[number] && found?.removesPassword == (number == 3)
                }
                _ = try records.claimAttempt(.numbered(1), as: .sample())
                let counts = [
                    try records.endAttempts(linkingTo: .numbered(1), externalID: "user-1"),
                    try records.endAttempts(linkingTo: .numbered(1), externalID: "user-1"),
                    try records.endAttempts(linkingTo: .numbered(2), externalID: nil),
                    try records.endAttempts(linkingTo: nil, externalID: "user-2"),
                ]
                return (
                    found, counts,
                    try links.indices.map { number throws(StorageFailure) in
                        try records.findAttempt(.numbered(number))?.state
                    }
                )
            }
            try expect(found, is: [true, true, true, true, true], "whether the links came back")
            try expect(ended, is: [2, 0, 1, 1], "how many ended")
            try expect(states, is: [.open, .ended, .ended, .ended, .ended], "the states")
        },
    ]

    static let linkProofs: [ConformanceCase] = [
        ConformanceCase("a proven identity is answered for once, with everything in it") { database in
            let proof = LinkProof.sample()
            let found = try await database.keep { records throws(StorageFailure) in
                try records.recordLinkProof(proof)
                return try records.findLinkProof(proof.id)
            }
            try expect(found, is: proof, "the proof")
            try await expect(.conflict, "a second proof of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordLinkProof(proof) }
            }
            let taken = try await race { _ in
                try await database.keep { records throws(StorageFailure) in
                    try records.takeLinkProof(proof.id, at: noon(plus: 59_999))
                }
            }
            try expect(taken.compactMap { $0 }, is: [proof], "what was taken")
        },
        ConformanceCase("proofs of one identity leave together") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    var proof = LinkProof.sample(number)
                    proof.identityID = .numbered(number % 2)
                    try records.recordLinkProof(proof)
                }
                let removed = try records.removeLinkProofs(of: .numbered(1))
                return (
                    removed,
                    try (1...3).map { number throws(StorageFailure) in
                        try records.findLinkProof(.numbered(number)) != nil
                    }
                )
            }
            try expect(removed, is: 2, "how many left")
            try expect(left, is: [false, true, false], "which are there")
        },
        ConformanceCase("a proof is good up to its end, and is handed over once after it") { database in
            let (late, first, rest, again) = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    var proof = LinkProof.sample(number)
                    proof.expiresAt = noon(plus: Int64(number) * 1_000)
                    try records.recordLinkProof(proof)
                }
                let late = try records.takeLinkProof(.numbered(1), at: noon(plus: 1_000))
                let first = try records.takeExpiredLinkProofs(before: noon(plus: 4_000), limit: 2)
                let rest = try records.takeExpiredLinkProofs(before: noon(plus: 4_000), limit: 9)
                return (late, first.map(\.id), rest.map(\.id), try records.findLinkProof(.numbered(4))?.id)
            }
            try expect(late, is: nil, "what was taken at its end")
            try expect(first, is: [.numbered(1), .numbered(2)], "the first that were over")
            try expect(rest, is: [.numbered(3)], "the rest")
            try expect(again, is: .numbered(4), "the one that is good")
        },
        ConformanceCase("the identities of one account move to another, with what is held under them") { database in
            let (moved, found, grants) = try await database.keep { records throws(StorageFailure) in
                for (number, account) in [(1, 1), (2, 1), (3, 2), (4, 3)] {
                    var identity = AppleIdentity.sample(number)
                    identity.accountID = .numbered(account)
                    try records.recordIdentity(identity)
                    try records.recordGrant(
                        AppleGrant(
                            identityID: .numbered(number), clientID: "a", sealedRefreshToken: [1], obtainedAt: noon))
                }
                let moved = try records.moveIdentities(from: .numbered(1), to: .numbered(2))
                let found = try (1...3).map { account throws(StorageFailure) in
                    try records.findIdentities(of: .numbered(account)).map(\.id)
                }
                let direct = try records.findIdentity(.numbered(2))?.accountID
                return ([moved, direct == .numbered(2) ? 1 : 0], found, try records.findGrants(of: .numbered(1)).count)
            }
            try expect(moved, is: [2, 1], "how many moved")
            let expected: [[IdentityID]] = [[], [.numbered(1), .numbered(2), .numbered(3)], [.numbered(4)]]
            try expect(found, is: expected, "where they lead")
            try expect(grants, is: 1, "the grants of one that moved")
        },
        ConformanceCase("the grants of one identity leave together") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                for (number, client) in [(1, "a"), (1, "b"), (2, "a")] {
                    try records.recordGrant(
                        AppleGrant(
                            identityID: .numbered(number), clientID: client, sealedRefreshToken: [1], obtainedAt: noon))
                }
                let removed = try records.removeGrants(of: .numbered(1))
                return (
                    removed,
                    [
                        try records.findGrants(of: .numbered(1)).count, try records.findGrants(of: .numbered(2)).count,
                    ]
                )
            }
            try expect(removed, is: 2, "how many left")
            try expect(left, is: [0, 1], "how many are there")
        },
    ]
}

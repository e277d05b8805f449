internal import AccountStorage

extension ConformanceCase {
    static let mailRequests: [ConformanceCase] = [
        ConformanceCase("a request for mail comes back with every field, and with what became of it") { database in
            let all = [MailRequest.sample(1), .sample(2)]
            let found = try await database.keep { records throws(StorageFailure) in
                for request in all { try records.recordMailRequest(request) }
                return [try records.findMailRequest(all[0].id), try records.findMailRequest(all[1].id)]
            }
            try expect(found, is: all, "the requests")
            try await expect(.conflict, "a second one of that id") { () async throws(StorageFailure) in
                try await database.keep { records throws(StorageFailure) in try records.recordMailRequest(all[0]) }
            }
            for state in MailRequest.State.allCases {
                let states = try await database.keep { records throws(StorageFailure) in
                    guard try records.settleMailRequest(all[0].id, as: state) else { throw StorageFailure.corrupt }
                    return [
                        try records.findMailRequest(all[0].id)?.state, try records.findMailRequest(all[1].id)?.state,
                    ]
                }
                try expect(states, is: [state, .queued], "the states")
            }
            let settled = try await database.keep { records throws(StorageFailure) in
                try records.settleMailRequest(.numbered(3), as: .sent)
            }
            try expect(settled, is: false, "whether a request that is not there was settled")
        },
        ConformanceCase("requests for mail are counted for one account, from a moment on") { database in
            let counts = try await database.keep { records throws(StorageFailure) in
                try recordMailRequests(in: records)
                return [
                    try records.countMailRequests(of: .numbered(1), since: noon(plus: 1_000)),
                    try records.countMailRequests(of: .numbered(1), since: noon(plus: 1_001)),
                    try records.countMailRequests(of: .numbered(0), since: noon(plus: 0)),
                    try records.countMailRequests(of: .numbered(9), since: noon(plus: 0)),
                ]
            }
            try expect(counts, is: [2, 1, 2, 0], "how many there are")
        },
        ConformanceCase("requests for mail of one account leave together") { database in
            let (removed, left) = try await database.keep { records throws(StorageFailure) in
                try recordMailRequests(in: records)
                return (try records.removeMailRequests(of: .numbered(1)), try storedMailRequests(in: records))
            }
            try expect(removed, is: 2, "how many left")
            try expect(left, is: [2, 4], "which are there")
        },
        ConformanceCase("mail and requests for mail of one account move together") { database in
            let (moved, again, left) = try await database.keep { records throws(StorageFailure) in
                try recordMailRequests(in: records)
                for number in 1...3 {
                    var mail = OutgoingMail.sample(number)
                    mail.accountID = .numbered(number % 2)
                    try records.recordMail(mail)
                }
                func move() throws(StorageFailure) -> [Int] {
                    [
                        try records.moveMail(from: .numbered(1), to: .numbered(5)),
                        try records.moveMailRequests(from: .numbered(1), to: .numbered(5)),
                    ]
                }
                let (moved, again) = (try move(), try move())
                let left = [
                    try records.removeMail(of: .numbered(5)), try records.removeMail(of: .numbered(0)),
                    try records.removeMailRequests(of: .numbered(5)), try records.removeMailRequests(of: .numbered(0)),
                ]
                return (moved, again, left)
            }
            try expect(moved, is: [2, 2], "how many moved")
            try expect(again, is: [0, 0], "how many moved then")
            try expect(left, is: [2, 1, 2, 2], "how many each account has")
        },
        ConformanceCase("mail that no backend asked for is taken before mail that one asked for") { database in
            let taken = try await database.keep { records throws(StorageFailure) in
                for number in 1...4 {
                    var mail = OutgoingMail.sample(number)
                    mail.dueAt = noon(plus: Int64(number))
                    try records.recordMail(mail)
                }
                for number in [1, 3] { try records.recordMailRequest(.sample(number)) }
                return [
                    try records.takeMail(dueAt: noon(plus: 3), returnsAt: noon(plus: 9_000), limit: 2).map(\.id),
                    try records.takeMail(dueAt: noon(plus: 9_000), returnsAt: noon(plus: 9_500), limit: 9).map(\.id),
                ]
            }
            try expect(taken[0], is: [.numbered(2), .numbered(1)], "what was taken first")
            try expect(
                taken[1], is: [.numbered(4), .numbered(2), .numbered(3), .numbered(1)], "what was taken then")
        },
        ConformanceCase("old requests for mail are removed, a few at a time") { database in
            let (first, rest, left) = try await database.keep { records throws(StorageFailure) in
                try recordMailRequests(in: records)
                let first = try records.removeMailRequests(before: noon(plus: 4_000), limit: 2)
                let rest = try records.removeMailRequests(before: noon(plus: 4_000), limit: 9)
                return (first, rest, try storedMailRequests(in: records))
            }
            try expect(first, is: 2, "how many were removed at first")
            try expect(rest, is: 1, "how many were removed then")
            try expect(left, is: [4], "which are there")
        },
    ]
}

/// Four requests, a second apart, for two accounts in turn.
private func recordMailRequests(in records: any AccountTransaction) throws(StorageFailure) {
    for number in 1...4 {
        var request = MailRequest.sample(number)
        request.accountID = .numbered(number % 2)
        request.createdAt = noon(plus: Int64(number) * 1_000)
        try records.recordMailRequest(request)
    }
}

/// The numbers of the samples that are stored.
private func storedMailRequests(in records: any AccountTransaction) throws(StorageFailure) -> [Int] {
    var found: [Int] = []
    for number in 1...4 where try records.findMailRequest(.numbered(number)) != nil { found.append(number) }
    return found
}

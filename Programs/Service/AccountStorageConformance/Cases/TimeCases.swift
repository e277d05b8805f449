internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let times: [ConformanceCase] = [
        ConformanceCase("times come back to the millisecond") { database in
            let moments: [Int64] = [
                0, 1, -1, -62_135_596_800_000, 253_402_300_799_999, 1_772_366_400_001, 1_772_366_400_999,
            ]
            for milliseconds in moments {
                let moment = Date(millisecondsSince1970: milliseconds)
                let found = try await database.keep { records throws(StorageFailure) in
                    var account = Account.sample()
                    (account.createdAt, account.disabledAt) = (moment, moment)
                    try records.recordAccount(account)
                    return try records.findAccount(account.id)
                }
                try expect(found?.createdAt.millisecondsSince1970, is: milliseconds, "the time")
                try expect(found?.disabledAt, is: moment, "the time")
            }
        },
        ConformanceCase("fractions of a millisecond are rounded to the nearest") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                var account = Account.sample()
                account.createdAt = noon.addingTimeInterval(0.0014)
                account.disabledAt = noon.addingTimeInterval(0.0016)
                try records.recordAccount(account)
                return try records.findAccount(account.id)
            }
            try expect(found?.createdAt.millisecondsSince1970, is: 1_772_366_400_001, "1.4 ms")
            try expect(found?.disabledAt?.millisecondsSince1970, is: 1_772_366_400_002, "1.6 ms")
        },
        ConformanceCase("no time zone changes a time, not even when clocks are put back") { database in
            // Every half hour of the days on which clocks change in North America, Europe and Australia, 2026.
            let days: [Int64] = [1_772_928_000, 1_774_742_400, 1_775_347_200, 1_792_886_400, 1_793_491_200]
            for day in days {
                let moments = (-24..<72).map { Date(millisecondsSince1970: (day + Int64($0) * 1800) * 1000) }
                let found = try await database.keep { records throws(StorageFailure) -> [Date?] in
                    for (number, moment) in moments.enumerated() {
                        var account = Account.sample(number)
                        account.createdAt = moment
                        try records.recordAccount(account)
                    }
                    return try moments.indices.map { number throws(StorageFailure) in
                        try records.findAccount(.numbered(number))?.createdAt
                    }
                }
                try expect(found, is: moments, "the times")
            }
        },
    ]
}

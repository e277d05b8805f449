internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let emailDeliveries: [ConformanceCase] = [
        ConformanceCase("what is known about the way of mail comes back with every field") { database in
            let known = EmailDelivery.State.allCases.enumerated().map { number, state in
                EmailDelivery(
                    identityID: .numbered(number), state: state, since: noon(plus: Int64(number)),
                    cause: number % 2 == 0 ? nil : difficultTexts[5],
                    missingSince: number % 3 == 0 ? nil : noon(plus: 7), reports: number,
                    reportedAt: number % 2 == 0 ? noon(plus: 8) : nil,
                    diagnostic: number % 3 == 0 ? difficultTexts[7] : nil)
            }
            let found = try await database.keep { records throws(StorageFailure) in
                for one in known { try records.recordEmailDelivery(one) }
                return try known.map { one throws(StorageFailure) in
                    try records.findEmailDelivery(one.identityID)
                }
            }
            try expect(found, is: known.map { $0 }, "what is known")
        },
        ConformanceCase("what is known about the way of mail is replaced and forgotten, for one identity") { database in
            let before = EmailDelivery(
                identityID: .numbered(1), state: .senderRefused, since: noon, cause: "a", missingSince: noon,
                reports: 3, reportedAt: noon, diagnostic: "550")
            let after = EmailDelivery(identityID: .numbered(1), state: .reachable, since: noon(plus: 1))
            let other = EmailDelivery(identityID: .numbered(2), state: .gone, since: noon)
            let found = try await database.keep { records throws(StorageFailure) in
                for one in [before, other, after] { try records.recordEmailDelivery(one) }
                let replaced = try records.findEmailDelivery(.numbered(1))
                for number in [1, 1, 9] { try records.removeEmailDelivery(.numbered(number)) }
                return [
                    replaced, try records.findEmailDelivery(.numbered(1)), try records.findEmailDelivery(.numbered(2)),
                ]
            }
            try expect(found, is: [after, nil, other], "what is known")
        },
        ConformanceCase("what is known about the way of mail leaves with its identity, and no other") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...2 {
                    try records.recordIdentity(.sample(number))
                    try records.recordEmailDelivery(
                        EmailDelivery(identityID: .numbered(number), state: .gone, since: noon))
                }
                _ = try records.removeIdentity(.numbered(1))
                return try [1, 2].map { number throws(StorageFailure) in
                    try records.findEmailDelivery(.numbered(number))?.state
                }
            }
            try expect(found, is: [nil, .gone], "what is known")
        },
        ConformanceCase("what is known about the way of mail is counted by state") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                let before = try records.countEmailDeliveries()
                for (number, state) in [EmailDelivery.State.gone, .deferred, .gone, .reachable].enumerated() {
                    try records.recordEmailDelivery(
                        EmailDelivery(identityID: .numbered(number), state: state, since: noon))
                }
                try records.removeEmailDelivery(.numbered(1))
                return [before, try records.countEmailDeliveries()]
            }
            try expect(found, is: [[:], [.gone: 2, .reachable: 1]], "the counts")
        },
        ConformanceCase("what is known about the way of mail to an identity that moved is not counted") { database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in 1...3 {
                    try records.recordIdentity(.sample(number))
                    try records.recordEmailDelivery(
                        EmailDelivery(identityID: .numbered(number), state: .gone, since: noon))
                }
                _ = try records.recordMove(of: .numbered(1), to: .numbered(2))
                let moved = try records.countEmailDeliveries()
                _ = try records.recordMove(of: .numbered(2), to: .numbered(1))
                _ = try records.recordMove(of: .numbered(3), to: .numbered(1))
                return [moved, try records.countEmailDeliveries()]
            }
            try expect(found, is: [[.gone: 2], [.gone: 1]], "the counts")
        },
    ]
}

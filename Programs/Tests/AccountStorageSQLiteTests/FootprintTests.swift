import AccountStorage
import AccountStorageSQLite
import Foundation
import Testing

struct `Ten thousand people with one session each` {
    @Test func `take at most 440 bytes apiece, indexes included`() async throws {
        let folder = try TemporaryFolder()
        let database = try folder.openDatabase()
        let size = { try FileManager.default.attributesOfItem(atPath: folder.databasePath)[.size] as? Int ?? 0 }
        let empty = try size()
        var random = Sequence64(state: 1)
        let people = 10_000
        for batch in 0..<(people / 500) {
            let words = (0..<2000).map { _ in random.next() }
            try await database.transaction { records throws(StorageFailure) -> Outcome<Void> in
                for number in 0..<500 {
                    let milliseconds = 1_772_366_400_000 + Int64(batch * 500 + number) * 8000
                    try records.recordPerson(words[(4 * number)..<(4 * number + 4)], at: milliseconds)
                }
                return .keep(())
            }
        }
        await database.close()
        let each = Double(try size() - empty) / Double(people)
        print("bytes for one account, identity and session: \(Int(each.rounded()))")
        #expect(each <= 440)
    }
}

extension AccountTransaction {
    /// Records a typical person: both names, a relay address, a subject in Apple's format.
    fileprivate func recordPerson(_ words: ArraySlice<UInt64>, at milliseconds: Int64) throws(StorageFailure) {
        let words = Array(words)
        let now = Date(millisecondsSince1970: milliseconds)
        let account = AccountID(high: words[0], low: words[1])
        let relay = String(words[2], radix: 36).prefix(10) + "@privaterelay.appleid.com"
        let subject = "001234." + account.text + ".1234"
        try recordAccount(
            Account(
                id: account, givenName: "Katherine", familyName: "Johnson", email: String(relay), isEmailVerified: true,
                isPrivateEmail: true, createdAt: now, disabledAt: nil))
        let identity = IdentityID(high: words[2], low: words[3])
        try recordIdentity(
            AppleIdentity(
                id: identity, accountID: account, issuer: "https://appleid.apple.com",
                teamID: "TEAM123456", subject: subject, createdAt: now))
        try recordSession(
            Session(
                id: .init(high: UInt64(milliseconds) << 16 | words[3] & 0xFFFF, low: words[0]), accountID: account,
                clientID: "app", platform: .native, createdAt: now, authenticatedAt: now, counter: 0, renewedAt: now,
                expiresAt: now.addingTimeInterval(30 * 86_400), endedAt: nil,
                grant: (identity, clientID: "com.example.app")))
    }
}

/// SplitMix64. It generates the same numbers in every run.
private struct Sequence64: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}

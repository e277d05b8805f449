import Foundation
import Testing

@testable import SignInBackground

struct MasterKeyScheduleTests {
    private func schedule(_ names: [String], at second: Double) throws -> MasterKeySchedule {
        try #require(MasterKeySchedule(names, at: Date(timeIntervalSince1970: second)))
    }

    @Test func `a single key is used, and nothing is to do`() throws {
        let schedule = try schedule(["master.key", "master.key.draft", "apple-key-set.json", "master-x-y.key"], at: 0)
        #expect(schedule == .single)
        #expect(!schedule.isUnderWay)
    }

    @Test func `a new key is read for ten minutes before it is used, and the old one kept for ten more`() throws {
        let names = ["master-1000-ab.key", "master.key"]
        let before = try schedule(names, at: 1_599.9)
        #expect(before.current == "master.key" && before.next == ["master-1000-ab.key"] && before.old == [])
        let after = try schedule(names, at: 1_600)
        #expect(after.current == "master-1000-ab.key" && after.next == [] && after.old == ["master.key"])
        #expect(before.isUnderWay && after.isUnderWay)
        #expect(after.oldMayGoFrom == Date(timeIntervalSince1970: 2_200))
    }

    @Test func `a clock that is set back uses the old key again`() throws {
        #expect(try schedule(["master-1000-ab.key", "master.key"], at: -1e9).current == "master.key")
    }

    @Test func `a key that was put back by hand opens, and is never used`() throws {
        let schedule = try schedule(["retired-backup.key", "master.key"], at: 1e9)
        #expect(schedule.current == "master.key" && schedule.old == ["retired-backup.key"])
        #expect(schedule.oldMayGoFrom < Date(timeIntervalSince1970: 0))
    }

    @Test func `what is left of a key says up to when it was used`() throws {
        let schedule = try schedule(["former-1600-ab.key", "master.key"], at: 1e9)
        #expect(schedule.former == ["former-1600-ab.key"] && !schedule.isUnderWay)
        #expect(MasterKeySchedule.usedUntil("former-1600-ab.key") == Date(timeIntervalSince1970: 1_600))
        #expect(MasterKeySchedule.formerName(of: "master.key", before: "master-1000-ab.key") == "former-1600-ab.key")
        #expect(
            MasterKeySchedule.formerName(of: "master-500-cd.key", before: "master-1000-ab.key") == "former-1600-cd.key")
    }

    @Test func `without the first key there is no schedule`() {
        #expect(MasterKeySchedule(["master-1000-ab.key"], at: .distantFuture) == nil)
    }
}

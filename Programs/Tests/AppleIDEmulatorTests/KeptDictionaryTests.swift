import Testing

@testable import AppleIDEmulator

@Suite struct KeptDictionaryTests {
    /// A key with only three different hashes, so that many keys collide.
    struct Crowded: Hashable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }

    /// A number that counts how often it is hashed or compared.
    struct Counted: Hashable, Sendable {
        let number: Int
        let uses: VisitCount

        static func == (one: Counted, other: Counted) -> Bool {
            one.uses.add(1)
            return one.number == other.number
        }

        func hash(into hasher: inout Hasher) {
            uses.add(1)
            hasher.combine(number)
        }
    }

    /// Plays random changes on a dictionary and on the standard library's, and compares them after each.
    private func play<Key: Hashable & Sendable>(_ keys: [Key], turns: Int) {
        var generator = Numbers(state: 42)
        var kept: KeptDictionary<Key, Int> = [:]
        var expected: [Key: Int] = [:]
        for turn in 0..<turns {
            let key = keys[generator.next(below: keys.count)]
            let value = generator.next(below: 3) == 0 ? nil : turn
            let (before, earlier) = (kept, expected)
            kept[key] = value
            expected[key] = value
            #expect(kept.count == expected.count && kept[key] == value && before[key] == earlier[key])
            let changes = kept.changes(since: before)
            #expect(changes.count == (earlier[key] == value ? 0 : 1))
            #expect(changes.allSatisfy { $0.key == key && $0.value == value })
        }
        #expect(Dictionary(kept.map { ($0.key, $0.value) }) { first, _ in first } == expected)
        #expect(kept.filter { $0.value.isMultiple(of: 2) }.count == expected.count { $0.value.isMultiple(of: 2) })
    }

    @Test func `behaves like a dictionary, and a copy does not change with it`() {
        play(Array(0..<2_000), turns: 10_000)
        play((0..<100).map(Crowded.init), turns: 2_000)
    }

    @Test func `finds what differs without looking at the keys and values that do not`() {
        let uses = VisitCount()
        func counted(_ number: Int) -> Counted { Counted(number: number, uses: uses) }
        var many: KeptDictionary<Counted, Counted> = [:]
        for number in 0..<20_000 { many[counted(number)] = counted(number) }
        var changed = many
        changed[counted(7)] = counted(8)
        changed[counted(10_000)] = nil
        changed[counted(-1)] = counted(0)
        let before = uses.current
        let changes = changed.changes(since: many)
        let used = uses.current - before
        let sorted = changes.sorted { $0.key.number < $1.key.number }
        #expect(sorted.map(\.key.number) == [-1, 7, 10_000] && sorted.map { $0.value?.number } == [0, 8, nil])
        // each key is looked up on both sides at most, with one hash and one comparison, and then the values
        #expect(used > 0 && used <= 3 * (2 * 2 + 1), "\(used)")
        #expect(KeptDictionary<Counted, Counted>().changes(since: many).count == 20_000)
        #expect(many.changes(since: [:]).count == 20_000)
    }
}

/// Repeatable pseudo-random numbers (Knuth's linear congruential generator).
private struct Numbers {
    var state: UInt64

    mutating func next(below limit: Int) -> Int {
        state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        return Int(state >> 33) % limit
    }
}

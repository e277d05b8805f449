import Testing

@testable import AppleIDEmulator

@Suite struct KeptDictionaryTests {
    /// A key with only three different hashes, so that many keys collide.
    struct Crowded: Hashable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
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

    @Test func `finds what differs by looking at little else`() {
        var many: KeptDictionary<Int, Int> = [:]
        for number in 0..<20_000 { many[number] = number }
        var changed = many
        changed[7] = 8
        changed[10_000] = nil
        changed[-1] = 0
        var visited = 0
        let changes = changed.changes(since: many) { visited += $0 }.sorted { $0.key < $1.key }
        #expect(changes.map(\.key) == [-1, 7, 10_000] && changes.map(\.value) == [0, 8, nil])
        #expect(visited <= 3 * 2 * 9)
        #expect(KeptDictionary<Int, Int>().changes(since: many).count == 20_000)
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

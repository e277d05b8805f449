import Testing

@testable import AppleIDEmulator

@Suite struct SharedDictionaryTests {
    /// A key with only three different hashes, so that many keys share a leaf.
    struct Crowded: Hashable {
        let number: Int
        func hash(into hasher: inout Hasher) { hasher.combine(number % 3) }
    }

    /// Plays random changes on a dictionary and on the standard library's, and compares them after each.
    private func play<Key: Hashable & Sendable>(_ keys: [Key], turns: Int) {
        var generator = Numbers(state: 42)
        var shared: SharedDictionary<Key, Int> = [:]
        var expected: [Key: Int] = [:]
        for turn in 0..<turns {
            let key = keys[generator.next(below: keys.count)]
            let value = generator.next(below: 3) == 0 ? nil : turn
            let (before, earlier) = (shared, expected)
            shared[key] = value
            expected[key] = value
            #expect(shared.count == expected.count && shared[key] == value && before[key] == earlier[key])
            let changes = shared.changes(since: before)
            #expect(changes.count == (earlier[key] == value ? 0 : 1))
            #expect(changes.allSatisfy { $0.key == key && $0.value == value })
        }
        #expect(Dictionary(shared.map { ($0.key, $0.value) }) { first, _ in first } == expected)
        #expect(shared.filter { $0.value.isMultiple(of: 2) }.count == expected.count { $0.value.isMultiple(of: 2) })
    }

    @Test func `behaves like a dictionary, and a copy does not change with it`() {
        play(Array(0..<2_000), turns: 10_000)
        play((0..<100).map(Crowded.init), turns: 2_000)
    }

    @Test func `finds what differs by looking at little else`() {
        var many: SharedDictionary<Int, Int> = [:]
        for number in 0..<100_000 { many[number] = number }
        var changed = many
        changed[7] = 8
        changed[50_000] = nil
        changed[-1] = 0
        var visited = 0
        let changes = changed.changes(since: many) { visited += $0 }.sorted { $0.key < $1.key }
        #expect(changes.map(\.key) == [-1, 7, 50_000] && changes.map(\.value) == [0, 8, nil])
        #expect(visited <= 3 * 2 * 9)
        #expect(SharedDictionary<Int, Int>().changes(since: many).count == 100_000)
        #expect(many.changes(since: [:]).count == 100_000)
    }

    @Test func `behaves like a set`() {
        var set: SharedSet<String> = ["a", "b"]
        #expect(set.insert("c").inserted && !set.insert("a").inserted)
        #expect(set.remove("b") == "b" && set.remove("b") == nil)
        #expect(set.sorted() == ["a", "c"] && set.count == 2 && set.filter { $0 == "a" }.sorted() == ["a"])
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

import HashTreeCollections

/// A dictionary of the state file, which finds quickly how it differs from an earlier copy.
///
/// Copies share their storage, as those of a `TreeDictionary` do, which cannot say which values differ. So a set has the
/// entries beside it: the difference of two sets leaves out what they share.
struct KeptDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Element = (key: Key, value: Value)

    /// A value as it was set once. Setting the same value again makes another entry.
    private final class Entry: Sendable, Hashable {
        let key: Key
        let value: Value

        init(_ key: Key, _ value: Value) { (self.key, self.value) = (key, value) }

        static func == (one: Entry, other: Entry) -> Bool { one === other }

        func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(self)) }
    }

    private var byKey: TreeDictionary<Key, Entry> = [:]
    private var entries: TreeSet<Entry> = []

    init() {}

    var count: Int { byKey.count }
    var isEmpty: Bool { byKey.isEmpty }

    subscript(key: Key) -> Value? {
        get { byKey[key]?.value }
        set {
            if let old = byKey[key] { entries.remove(old) }
            let entry = newValue.map { Entry(key, $0) }
            byKey[key] = entry
            if let entry { entries.insert(entry) }
        }
    }

    subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
        get { self[key] ?? standard() }
        set { self[key] = newValue }
    }

    /// The same without the entries for which `isIncluded` is false.
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        var kept = self
        for entry in self where try !isIncluded(entry) { kept[entry.key] = nil }
        return kept
    }
}

extension KeptDictionary: Sequence {
    /// The entries, in no particular order.
    func makeIterator() -> IndexingIterator<[Element]> {
        entries.map { (key: $0.key, value: $0.value) }.makeIterator()
    }

    /// The keys, in no particular order.
    var keys: [Key] { entries.map(\.key) }

    /// The values, in no particular order.
    var values: [Value] { entries.map(\.value) }
}

extension KeptDictionary: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (Key, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

extension KeptDictionary where Value: Equatable {
    /// The entries that differ from those of `earlier`, in no particular order. The value is nil if there is none any
    /// more.
    func changes(since earlier: Self) -> [(key: Key, value: Value?)] {
        let (new, old) = (entries.subtracting(earlier.entries), earlier.entries.subtracting(entries))
        var changes: [(key: Key, value: Value?)] = []
        for entry in new where earlier[entry.key] != entry.value { changes.append((entry.key, entry.value)) }
        for entry in old where byKey[entry.key] == nil { changes.append((entry.key, nil)) }
        return changes
    }
}

import HashTreeCollections

/// One kind of entry in the state file: how it is compared, written and read.
struct KeptKind: Sendable {
    typealias Change = @Sendable (inout KeptState) -> Void

    let name: String
    let count: @Sendable (KeptState) -> Int
    /// The entries of the second state that differ from the first, in the order of their keys.
    let changes: @Sendable (_ recorded: KeptState, _ kept: KeptState) -> [any Encodable]
    let read: @Sendable (any Decoder) throws -> [Change]

    init<Key, Value>(_ name: String, _ path: any WritableKeyPath<KeptState, KeptDictionary<Key, Value>> & Sendable)
    where Key: Hashable & Comparable & Codable & Sendable, Value: Equatable & Codable & Sendable {
        self.name = name
        count = { $0[keyPath: path].count }
        changes = { recorded, kept in
            kept[keyPath: path].changes(since: recorded[keyPath: path])
                .sorted { $0.key < $1.key }.map { Entry(key: $0.key, value: $0.value) }
        }
        read = { decoder in
            try [Entry<Key, Value>](from: decoder).map { entry in { $0[keyPath: path][entry.key] = entry.value } }
        }
    }

    /// A set. In the file, it has entries with the value true.
    init<Member>(_ name: String, members path: any WritableKeyPath<KeptState, TreeSet<Member>> & Sendable)
    where Member: Hashable & Comparable & Codable & Sendable {
        self.name = name
        count = { $0[keyPath: path].count }
        changes = { recorded, kept in
            let (recorded, kept) = (recorded[keyPath: path], kept[keyPath: path])
            let (new, old) = (kept.subtracting(recorded), recorded.subtracting(kept))
            let entries =
                new.map { Entry<Member, Bool>(key: $0, value: true) }
                + old.map { Entry<Member, Bool>(key: $0, value: nil) }
            return entries.sorted { $0.key < $1.key }
        }
        read = { decoder in
            try [Entry<Member, Bool>](from: decoder).map { entry -> Change in
                { state in
                    guard entry.value != nil else {
                        state[keyPath: path].remove(entry.key)
                        return
                    }
                    state[keyPath: path].insert(entry.key)
                }
            }
        }
    }

    /// An entry that was added or changed or, without a value, removed.
    private struct Entry<Key: Codable & Sendable, Value: Codable & Sendable>: Codable, Sendable {
        let key: Key
        let value: Value?
    }
}

extension KeyedEncodingContainer {
    /// Writes scopes in alphabetical order: a set has another order in each process, but equal states have equal files.
    mutating func encode(_ scopes: Set<Scope>, forKey key: Key) throws {
        try encode(scopes.map(\.rawValue).sorted(), forKey: key)
    }
}

/// A dictionary whose copies share their storage.
///
/// A copy costs nothing, and a change to one of two copies costs the same however many entries there are. So the world
/// can be kept as it was before a change, and two states can be compared by looking only at where they differ.
///
/// It is a hash trie: a node has sixteen children, and the next four bits of a key's hash choose one.
struct SharedDictionary<Key: Hashable & Sendable, Value: Sendable>: Sendable {
    typealias Element = (key: Key, value: Value)

    private var root = Node(entries: [])
    private(set) var count = 0

    var isEmpty: Bool { count == 0 }

    subscript(key: Key) -> Value? {
        get { root.value(of: key, below: HashPath(key)) }
        set {
            let path = HashPath(key)
            // nothing would change
            if newValue == nil && root.value(of: key, below: path) == nil { return }
            root = root.setting(key, newValue, at: path, &count)
        }
    }

    subscript(key: Key, default standard: @autoclosure () -> Value) -> Value {
        get { self[key] ?? standard() }
        set { self[key] = newValue }
    }

    @discardableResult
    mutating func removeValue(forKey key: Key) -> Value? {
        defer { self[key] = nil }
        return self[key]
    }

    /// The same without the entries for which `isIncluded` is false.
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        var kept = self
        for entry in self where try !isIncluded(entry) { kept[entry.key] = nil }
        return kept
    }
}

extension SharedDictionary: Sequence {
    /// The entries, in no particular order.
    func makeIterator() -> IndexingIterator<[Element]> { root.everything.makeIterator() }

    /// The keys, in no particular order.
    var keys: [Key] { map(\.key) }

    /// The values, in no particular order.
    var values: [Value] { map(\.value) }
}

extension SharedDictionary: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral elements: (Key, Value)...) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }

    init(_ elements: some Sequence<(key: Key, value: Value)>) {
        self.init()
        for (key, value) in elements { self[key] = value }
    }
}

extension SharedDictionary where Value: Equatable {
    /// The entries that differ from those of `earlier`, in no particular order. The value is nil if there is none any
    /// more. `visited` receives the number of entries that were compared.
    func changes(since earlier: Self, visited: (Int) -> Void = { _ in }) -> [(key: Key, value: Value?)] {
        var changes: [(key: Key, value: Value?)] = []
        root.collect(&changes, since: earlier.root, depth: 0, visited)
        return changes
    }
}

/// The bits of a hash that were not used yet to choose a node.
private struct HashPath {
    var bits: UInt

    init(_ key: some Hashable) { bits = UInt(bitPattern: key.hashValue) }

    init(_ key: some Hashable, depth: Int) {
        self.init(key)
        bits >>= UInt(4 * depth)
    }

    var child: Int { Int(bits & 15) }

    var next: HashPath {
        var next = self
        next.bits >>= 4
        return next
    }
}

extension SharedDictionary {
    /// A leaf with a few entries, or a branch with sixteen children. It never changes, so that copies can share it.
    fileprivate final class Node: Sendable {
        /// How many entries a leaf has before it becomes a branch.
        static var capacity: Int { 8 }
        /// At this depth, all bits of a hash are used. Keys with equal hashes share a leaf of any size.
        static var maximumDepth: Int { UInt.bitWidth / 4 }

        let entries: [Element]
        let children: [Node]

        init(entries: [Element]) {
            self.entries = entries
            children = []
        }

        init(children: [Node]) {
            entries = []
            self.children = children
        }

        var everything: [Element] { children.isEmpty ? entries : children.flatMap(\.everything) }

        func value(of key: Key, below path: HashPath) -> Value? {
            var (node, path) = (self, path)
            while !node.children.isEmpty { (node, path) = (node.children[path.child], path.next) }
            return node.entries.first { $0.key == key }?.value
        }

        /// Returns the node with a value set or removed, and updates the number of entries.
        func setting(_ key: Key, _ value: Value?, at path: HashPath, _ count: inout Int, depth: Int = 0) -> Node {
            guard children.isEmpty else {
                var children = children
                children[path.child] = children[path.child]
                    .setting(key, value, at: path.next, &count, depth: depth + 1)
                return Node(children: children)
            }
            var entries = entries
            if let position = entries.firstIndex(where: { $0.key == key }) {
                if let value {
                    entries[position].value = value
                } else {
                    entries.remove(at: position)
                    count -= 1
                }
            } else if let value {
                entries.append((key, value))
                count += 1
            }
            guard entries.count > Self.capacity, depth < Self.maximumDepth else { return Node(entries: entries) }
            return Self.split(entries, depth: depth)
        }

        private static func split(_ entries: [Element], depth: Int) -> Node {
            var parts = [[Element]](repeating: [], count: 16)
            for entry in entries { parts[HashPath(entry.key, depth: depth).child].append(entry) }
            return Node(
                children: parts.map { part in
                    part.count > capacity && depth + 1 < maximumDepth
                        ? split(part, depth: depth + 1) : Node(entries: part)
                })
        }
    }
}

extension SharedDictionary.Node where Value: Equatable {
    /// Collects the differences. Nodes that both dictionaries share are equal, so they are not visited.
    func collect(
        _ changes: inout [(key: Key, value: Value?)], since earlier: SharedDictionary.Node, depth: Int,
        _ visited: (Int) -> Void
    ) {
        guard self !== earlier else { return }
        if !children.isEmpty && !earlier.children.isEmpty {
            for (child, before) in zip(children, earlier.children) {
                child.collect(&changes, since: before, depth: depth + 1, visited)
            }
            return
        }
        let (ours, theirs) = (everything, earlier.everything)
        visited(ours.count + theirs.count)
        for entry in ours where earlier.value(of: entry.key, below: HashPath(entry.key, depth: depth)) != entry.value {
            changes.append((entry.key, entry.value))
        }
        for entry in theirs where value(of: entry.key, below: HashPath(entry.key, depth: depth)) == nil {
            changes.append((entry.key, nil))
        }
    }
}

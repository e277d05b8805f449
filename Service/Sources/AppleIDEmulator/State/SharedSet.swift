/// A set whose copies share their storage, like those of ``SharedDictionary``.
struct SharedSet<Element: Hashable & Sendable>: Sendable {
    /// The elements as the keys of a dictionary, which is how the state file keeps them.
    private(set) var members: SharedDictionary<Element, Bool> = [:]

    init() {}

    init(members: SharedDictionary<Element, Bool>) { self.members = members }

    var count: Int { members.count }
    var isEmpty: Bool { members.isEmpty }

    func contains(_ element: Element) -> Bool { members[element] != nil }

    @discardableResult
    mutating func insert(_ element: Element) -> (inserted: Bool, memberAfterInsert: Element) {
        guard !contains(element) else { return (false, element) }
        members[element] = true
        return (true, element)
    }

    @discardableResult
    mutating func remove(_ element: Element) -> Element? { members.removeValue(forKey: element).map { _ in element } }

    /// The same without the elements for which `isIncluded` is false.
    func filter(_ isIncluded: (Element) throws -> Bool) rethrows -> Self {
        Self(members: try members.filter { try isIncluded($0.key) })
    }
}

extension SharedSet: Sequence {
    /// The elements, in no particular order.
    func makeIterator() -> IndexingIterator<[Element]> { members.keys.makeIterator() }
}

extension SharedSet: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: Element...) {
        for element in elements { insert(element) }
    }
}

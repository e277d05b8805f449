/// The people who can sign in, in the order of the pages. A lookup by key or address does not visit the others.
struct People: Sendable {
    private var everybody: [Person] = []
    private var positions: [String: Int] = [:]
    private var keysByEmail: [String: String] = [:]
    /// The test people that every emulator has. Whoever is added with the key or the address takes their place.
    private var standingTestPeople = TestOutcome.allCases.map(\.person)
    /// The people whom control calls added, by key. The state file keeps them.
    private(set) var added: KeptDictionary<String, AddedPerson> = [:]
    private var lastAdded = 0
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    var count: Int { everybody.count }
    var first: Person? { everybody.first }

    subscript(key: String) -> Person? {
        positions[key].map { everybody[$0] } ?? testPeople.first { $0.key == key }
    }

    func withEmail(_ email: String) -> Person? {
        let email = email.lowercased()
        return keysByEmail[email].flatMap { self[$0] } ?? testPeople.first { $0.email == email }
    }

    /// The test people that are there beside the people of the configuration and of control calls.
    var testPeople: [Person] {
        standingTestPeople.filter { positions[$0.key] == nil && keysByEmail[$0.email] == nil }
    }

    /// Returns false and changes nothing if the key or the address is already in use.
    mutating func add(_ person: Person) -> Bool {
        let email = person.email.lowercased()
        guard positions[person.key] == nil, keysByEmail[email] == nil else { return false }
        positions[person.key] = everybody.count
        keysByEmail[email] = person.key
        everybody.append(person.outcome?.shaped(person) ?? person)
        return true
    }

    /// Adds a person as a control call does. Returns false and changes nothing if the key or the address is already in
    /// use.
    mutating func addByControlCall(_ person: Person) -> Bool {
        restore(AddedPerson(number: lastAdded + 1, person: person))
    }

    /// Brings back a person whom a control call added before a restart, under the same conditions.
    mutating func restore(_ known: AddedPerson) -> Bool {
        guard add(known.person) else { return false }
        lastAdded = max(lastAdded, known.number)
        added[known.person.key] = known
        return true
    }

    mutating func remove(_ key: String) {
        added[key] = nil
        guard let position = positions.removeValue(forKey: key) else {
            return standingTestPeople.removeAll { $0.key == key }
        }
        keysByEmail[everybody.remove(at: position).email.lowercased()] = nil
        visits.add(everybody.count - position)
        for later in position..<everybody.count { positions[everybody[later].key] = later }
    }

    mutating func setPassword(_ password: String, of key: String) {
        if let position = positions[key] {
            everybody[position].password = password
        } else if let position = standingTestPeople.firstIndex(where: { $0.key == key }) {
            standingTestPeople[position].password = password
        }
    }

    /// The first people, without visiting the others as `all` and `matching` do.
    func prefix(_ count: Int) -> [Person] {
        let shown = Array(everybody.prefix(count))
        visits.add(shown.count)
        return shown
    }

    /// The people whose key, name or address contains these letters, regardless of case.
    func matching(_ letters: String) -> [Person] {
        let wanted = letters.lowercased()
        return all.filter { person in
            [person.key, person.fullName, person.email].contains { $0.lowercased().contains(wanted) }
        }
    }

    var all: [Person] {
        visits.add(everybody.count)
        return everybody
    }
}

/// A person whom a control call added.
struct AddedPerson: Sendable, Equatable, Codable {
    /// The place among the added people, since pages show them in this order.
    let number: Int
    let person: Person
}

/// All consents, indexed by person, so that an action of one person looks only at that person's consents.
struct Consents: Sendable {
    private var byPerson: [String: [Consent.Key: Consent]] = [:]
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    subscript(key: Consent.Key) -> Consent? {
        get { byPerson[key.person]?[key] }
        set {
            byPerson[key.person, default: [:]][key] = newValue
            if byPerson[key.person]?.isEmpty == true { byPerson[key.person] = nil }
        }
    }

    /// One person's consents, in no particular order.
    func of(_ person: String) -> [(key: Consent.Key, value: Consent)] {
        let own = byPerson[person].map { Array($0) } ?? []
        visits.add(own.count)
        return own
    }

    /// All consents, in no particular order.
    var all: [(key: Consent.Key, value: Consent)] {
        let all = byPerson.values.flatMap { Array($0) }
        visits.add(all.count)
        return all
    }
}

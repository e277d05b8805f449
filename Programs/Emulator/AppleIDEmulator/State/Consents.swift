import HashTreeCollections

/// All consents, indexed by person, so that an action of one person looks only at that person's consents.
struct Consents: Sendable {
    private(set) var byKey: KeptDictionary<Consent.Key, Consent> = [:]
    private var ofPerson: TreeDictionary<String, TreeSet<Consent.Key>> = [:]
    private let visits: VisitCount

    init(visits: VisitCount) { self.visits = visits }

    subscript(key: Consent.Key) -> Consent? {
        get { byKey[key] }
        set {
            let isKnown = byKey[key] != nil
            byKey[key] = newValue
            guard isKnown != (newValue != nil) else { return }
            var own = ofPerson[key.person] ?? []
            if newValue == nil { own.remove(key) } else { own.insert(key) }
            ofPerson[key.person] = own.isEmpty ? nil : own
        }
    }

    /// One person's consents, in no particular order.
    func of(_ person: String) -> [(key: Consent.Key, value: Consent)] {
        let own = (ofPerson[person] ?? []).compactMap { key in byKey[key].map { (key, $0) } }
        visits.add(own.count)
        return own
    }

    /// All consents, in no particular order.
    var all: [(key: Consent.Key, value: Consent)] {
        let all = Array(byKey)
        visits.add(all.count)
        return all
    }
}

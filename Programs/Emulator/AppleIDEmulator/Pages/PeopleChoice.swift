import HTTPServing

/// A list of people to choose from: the first few, or those that match a search. A list of a thousand is of no use.
struct PeopleChoice: Sendable {
    struct Choice: Sendable {
        let key: String
        let name: String
        let email: String
        let initials: String
        var isCurrent = false

        init(_ person: Person) {
            key = person.key
            name = person.displayName
            email = person.email
            initials = person.initials
        }
    }

    static let most = 20

    let people: [Choice]
    let hasPeople: Bool
    /// Whether there are more people than a page shows, so that it needs a search field.
    let isMany: Bool
    let find: String
    /// How many people were found.
    private let found: Int
    /// The test people, who are shown below the others unless somebody is searched for.
    private let standing: [Person]

    init(_ everybody: People, find: String = "", current: String? = nil) {
        let wanted = String(find.prefix(100))
        let found = wanted.isEmpty ? everybody.prefix(Self.most) : everybody.matching(wanted)
        people = found.prefix(Self.most).map { person in
            var choice = Choice(person)
            choice.isCurrent = person.key == current
            return choice
        }
        hasPeople = !people.isEmpty
        isMany = everybody.count > Self.most
        self.find = wanted
        standing = wanted.isEmpty ? everybody.testPeople : []
        self.found = wanted.isEmpty ? everybody.count : found.count
    }

    /// The values for a page of people: the summary, and the test people with what their names decide.
    var texts: Page.Values {
        let kind =
            switch (people.count < found, found == 1, find.isEmpty) {
            case (true, _, let isEmpty): isEmpty ? "first" : "first_match"
            case (false, let isOne, true): isOne ? "one" : "many"
            case (false, let isOne, false): isOne ? "one_matches" : "many_match"
            }
        let tally = PageText("tally." + kind, ["shown": "\(people.count)", "found": "\(found)", "find": find])
        return testPeople.merging(["tally": tally]) { $1 }
    }

    /// The test people, with what their names decide.
    var testPeople: Page.Values {
        let shown = standing.compactMap { person -> [String: any Sendable]? in
            guard let outcome = person.outcome else { return nil }
            return [
                "key": person.key, "email": person.email, "hint": person.password, "outcome": PageText.outcome(outcome),
            ]
        }
        return ["testPeople": shown, "hasTestPeople": !shown.isEmpty]
    }

    /// The values for a page whose search field finds both people and something else.
    func shown(beside others: [[String: String]], of found: Int, outOf all: Int, _ kind: String) -> Page.Values {
        let others = Self.tally(shown: others.count, of: found, find: "", one: kind, many: kind + "s")
        let people = Self.tally(shown: self.people.count, of: self.found, find: find, one: "person", many: "people")
        return ["isMany": isMany || all > Self.most, "find": find, "tally": others + " " + people]
    }

    /// A summary such as “The first 20 of 1000 people.”, “3 people match “ada”.” or “1 app.”
    static func tally(shown: Int, of found: Int, find: String, one: String, many: String) -> String {
        let kind = found == 1 ? one : many
        if !find.isEmpty && shown == found { return "\(found) \(kind) match\(found == 1 ? "es" : "") “\(find)”." }
        let what = find.isEmpty ? kind : "\(kind) that match “\(find)”"
        return shown < found ? "The first \(shown) of \(found) \(what)." : "\(found) \(what)."
    }
}

extension PageText {
    /// What the name of a test person decides.
    static func outcome(_ outcome: TestOutcome) -> PageText { PageText("test." + outcome.rawValue) }
}

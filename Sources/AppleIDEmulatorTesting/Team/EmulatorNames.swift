/// Names that no other test has: of a team, its clients and its people.
struct EmulatorNames {
    private let mark = Self.letters(9)

    var teamID: String { "T" + mark.uppercased() }
    var app: String { "com.example.t\(mark).app" }
    var service: String { "com.example.t\(mark).web" }

    /// A person with a key and an address of their own. The address of a test person begins with the outcome.
    func person(
        _ givenName: String, _ familyName: String, _ outcome: EmulatorOutcome? = nil
    ) -> EmulatorPerson {
        let key = Self.letters(12)
        let name = outcome.map { "\($0.rawValue)+\(key)" } ?? key
        return EmulatorPerson(
            key: "person-\(key)", email: "\(name)@t\(mark).example", password: "password", givenName: givenName,
            familyName: familyName)
    }

    private static func letters(_ count: Int) -> String {
        String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a" })
    }
}

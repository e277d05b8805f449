/// Names that no other test has: of a team, its clients and its people.
struct EmulatorNames {
    private let mark = Self.letters(9)

    var teamID: String { "T" + mark.uppercased() }
    var app: String { "com.example.t\(mark).app" }
    var service: String { "com.example.t\(mark).web" }

    /// A person with a key and an address of their own.
    func person(_ givenName: String, _ familyName: String) -> EmulatorPerson {
        let key = Self.letters(12)
        return EmulatorPerson(
            key: "person-\(key)", email: "\(key)@t\(mark).example", password: "password", givenName: givenName,
            familyName: familyName)
    }

    private static func letters(_ count: Int) -> String {
        String((0..<count).map { _ in "abcdefghijklmnopqrstuvwxyz0123456789".randomElement() ?? "a" })
    }
}

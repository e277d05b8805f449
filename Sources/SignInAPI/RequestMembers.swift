/// A JSON request that declares its members. The service refuses others, because what a misspelt one holds would be lost
/// without a word.
public protocol RequestMessage: Codable, Sendable {
    /// The members that the request may have.
    static var members: RequestMembers { get }
}

/// The members that an object of a request may have.
public struct RequestMembers: Sendable, Equatable {
    /// Their names.
    public let names: [String]
    /// The members that a client may leave out if an older service does not know them: nothing of the person is lost, and
    /// nobody is signed in to another account.
    public let optional: Set<String>
    /// Other spellings of a name that the service accepts.
    public let spellings: [String: String]
    /// Names that the service accepts, although it does nothing with them.
    public let unused: Set<String>
    /// The members inside of members that are objects.
    public let objects: [String: RequestMembers]

    /// The members of a request that has none.
    public static let none = RequestMembers(names: [])

    private init(names: [String]) {
        (self.names, optional, spellings, unused, objects) = (names, [], [:], [], [:])
    }

    /// Declares the members by the keys with which a message is encoded.
    init<Key: CodingKey & CaseIterable & Hashable>(
        _ keys: Key.Type, optional: Set<Key> = [], spellings: [String: Key] = [:], unused: Set<String> = [],
        objects: [Key: RequestMembers] = [:]
    ) {
        names = keys.allCases.map(\.stringValue)
        self.optional = Set(optional.map(\.stringValue))
        self.spellings = spellings.mapValues(\.stringValue)
        self.unused = unused
        self.objects = Dictionary(uniqueKeysWithValues: objects.map { ($0.key.stringValue, $0.value) })
    }
}

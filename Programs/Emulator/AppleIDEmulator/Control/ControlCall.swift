import HTTPServing

/// The body of a control call, with all members that it may have. Others are refused, because a test with a typo in a call
/// would pass without testing anything.
protocol ControlCall: Decodable, Sendable {
    /// The members, in camel case. In JSON, they are in snake case.
    associatedtype CodingKeys: CodingKey, CaseIterable
    /// The names in JSON, those inside of objects included.
    static var names: KnownNames { get }
}

extension ControlCall {
    static var names: KnownNames { ownNames }

    /// The names in JSON, without those inside of objects.
    static var ownNames: KnownNames { KnownNames(CodingKeys.allCases.map(\.stringValue.inSnakeCase)) }

    /// The names in JSON, with those inside of these members.
    static func declaredNames(objects: [String: KnownNames]) -> KnownNames {
        var names = ownNames
        names.objects = objects
        return names
    }
}

extension PersonName {
    /// The names of a name's parts in a control call.
    static let names = KnownNames(["first", "last"])
}

extension String {
    /// A name in camel case, as JSON has it.
    var inSnakeCase: String { map { $0.isUppercase ? "_" + $0.lowercased() : String($0) }.joined() }
}

public import Foundation
public import SignInAPI

/// What Apple gives once in the life of a person's consent: kept until the service has confirmed it.
public struct FirstTimeData: Sendable, Equatable, Codable {
    /// Whom it belongs to.
    public let appleUser: String
    /// The name as the person typed it.
    public let name: PersonName?
    /// When it was given.
    public let keptAt: Date

    /// Data of one person.
    public init(appleUser: String, name: PersonName?, keptAt: Date) {
        self.appleUser = appleUser
        self.name = name
        self.keptAt = keptAt
    }
}

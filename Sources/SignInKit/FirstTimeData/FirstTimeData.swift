public import Foundation
public import SignInAPI

/// The data that Apple returns only once for each consent. It is kept until the service has confirmed it.
public struct FirstTimeData: Sendable, Equatable, Codable {
    /// The person it belongs to.
    public let appleUser: String
    /// The name as the person typed it.
    public let name: PersonName?
    /// When Apple returned it.
    public let keptAt: Date

    /// Creates the data of one person.
    public init(appleUser: String, name: PersonName?, keptAt: Date) {
        self.appleUser = appleUser
        self.name = name
        self.keptAt = keptAt
    }
}

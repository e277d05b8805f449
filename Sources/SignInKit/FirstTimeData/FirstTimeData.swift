import Foundation
import SignInAPI

/// The data that Apple returns only once for each consent. It is kept until the service has confirmed it.
struct FirstTimeData: Sendable, Equatable, Codable {
    /// The person it belongs to.
    let appleUser: String
    /// The name as the person typed it.
    let name: PersonName?
    /// When Apple returned it.
    let keptAt: Date

    /// Creates the data of one person.
    init(appleUser: String, name: PersonName?, keptAt: Date) {
        self.appleUser = appleUser
        self.name = name
        self.keptAt = keptAt
    }
}

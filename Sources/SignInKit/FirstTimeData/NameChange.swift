import Foundation

/// A change of the names that the service has not confirmed. It is made to what is stored at that moment, because all
/// clients of one storage share the names.
enum NameChange: Sendable, Equatable {
    /// Apple has given a name.
    case keep(FirstTimeData)
    /// The service has the name that was kept until then. With `distantFuture`, the person's data must be removed.
    case forget(appleUser: String, keptUntil: Date)

    /// Returns the names after the change.
    func applied(to names: [FirstTimeData]) -> [FirstTimeData] {
        switch self {
        case .keep(let data):
            let isOutdated = names.contains { $0.appleUser == data.appleUser && $0.keptAt > data.keptAt }
            return isOutdated ? names : names.filter { $0.appleUser != data.appleUser } + [data]
        case .forget(let appleUser, let end):
            return names.filter { $0.appleUser != appleUser || $0.keptAt > end }
        }
    }
}

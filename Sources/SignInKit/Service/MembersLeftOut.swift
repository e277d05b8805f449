import Foundation
import SignInAPI

/// The optional members that the service turned out not to know, because it is older than this kit. They are left out
/// of later requests as long as the client exists.
actor MembersLeftOut {
    private var names: [String: Set<String>] = [:]

    /// The names to leave out of requests to this path.
    func names(at path: String) -> Set<String> { names[path] ?? [] }

    /// Remembers names that the service refused at this path.
    func add(_ refused: Set<String>, at path: String) { names[path, default: []].formUnion(refused) }
}

extension RequestMembers {
    /// The names that a refusal is about, if the request can do without all of them. Otherwise nil: a request without a
    /// name or a link ticket would be another one.
    func optionalNames(refusedBy answer: ServiceAnswer) -> Set<String>? {
        guard let refusal = try? JSONDecoder().decode(APIError.self, from: answer.body),
            APIError.Code(rawValue: refusal.error) == .memberUnknown, let unknown = refusal.unknown
        else { return nil }
        let names = Set(unknown.map(\.name))
        return !names.isEmpty && optional.isSuperset(of: names) ? names : nil
    }
}

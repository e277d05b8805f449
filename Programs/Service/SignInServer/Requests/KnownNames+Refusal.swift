import HTTPServing
import JSONWebTokens
import SignInAPI
import SignInFlows

extension KnownNames {
    /// The names that a request declares.
    init(_ members: RequestMembers) {
        self.init(members.names)
        (spellings, unused) = (members.spellings, members.unused)
        objects = members.objects.mapValues { KnownNames($0) }
    }

    /// Refuses an object with other names, or with one name in two spellings.
    func require(_ object: JSONObject) throws(RequestRefusal) {
        do throws(NameFault) {
            try check(object)
        } catch {
            switch error {
            case .unknown(let names): throw RequestRefusal(.memberUnknown, names: names)
            case .repeated(let name): throw RequestRefusal(.fieldInvalid(name))
            }
        }
    }
}

extension FormFields {
    /// The same fields, if they have known names only.
    func requiring(_ names: KnownNames) throws(RequestRefusal) -> FormFields {
        do throws(NameFault) {
            try names.check(parameters: self.names)
        } catch {
            throw RequestRefusal(.parameterUnknown, names: error.names)
        }
        return self
    }
}

/// A request without members. The routes that take one accept an empty body, too.
struct EmptyRequest: RequestMessage {
    static let members = RequestMembers.none
}

import HTTPServing
import JSONWebTokens
import SignInAPI
import SignInFlows

/// A request that is read from the members of the strict reader.
///
/// The messages of frequent requests do so, because `JSONDecoder` would scan the text a second time. A test compares each
/// of them with it. Members are read in the order of their declaration, so that the first one that is wrong is named.
protocol StrictMessage: RequestMessage {
    init(_ members: StrictMembers) throws(RequestRefusal)
}

/// The members of an object in a request, by their declared names.
struct StrictMembers {
    private let object: JSONObject
    private let names: KnownNames

    /// - Parameter names: the names that the object may have. It was checked before that it has no others, and none of
    ///   them in two spellings.
    init(_ object: JSONObject, _ names: KnownNames) {
        (self.object, self.names) = (object, names)
    }

    func text(_ name: String) throws(RequestRefusal) -> String {
        guard let text = try textIfPresent(name) else { throw RequestRefusal(.fieldInvalid(name)) }
        return text
    }

    func textIfPresent(_ name: String) throws(RequestRefusal) -> String? {
        switch value(of: name) {
        case nil, .null?: return nil
        case .string(let text)?: return text
        default: throw RequestRefusal(.fieldInvalid(name))
        }
    }

    func flagIfPresent(_ name: String) throws(RequestRefusal) -> Bool? {
        switch value(of: name) {
        case nil, .null?: return nil
        case .bool(let flag)?: return flag
        default: throw RequestRefusal(.fieldInvalid(name))
        }
    }

    /// A whole number, with or without a point and an exponent.
    func integerIfPresent(_ name: String) throws(RequestRefusal) -> Int? {
        switch value(of: name) {
        case nil, .null?: return nil
        case .number(let number)?:
            guard let integer = number.integer ?? number.double.flatMap({ Int(exactly: $0) }) else {
                throw RequestRefusal(.fieldInvalid(name))
            }
            return integer
        default: throw RequestRefusal(.fieldInvalid(name))
        }
    }

    func membersIfPresent(_ name: String) throws(RequestRefusal) -> StrictMembers? {
        switch value(of: name) {
        case nil, .null?: return nil
        case .object(let object)?: return StrictMembers(object, names.objects[name] ?? KnownNames([]))
        default: throw RequestRefusal(.fieldInvalid(name))
        }
    }

    private func value(of name: String) -> JSONValue? {
        object[name] ?? otherSpelling(of: name)
    }

    private func otherSpelling(of name: String) -> JSONValue? {
        names.spellings.lazy.filter { $0.value == name }.compactMap { object[$0.key] }.first
    }
}

extension NativeAttemptRequest: StrictMessage {
    init(_ members: StrictMembers) throws(RequestRefusal) {
        self.init(
            client: try members.text("client"), linkTicket: try members.textIfPresent("link_ticket"),
            linksToSession: try members.flagIfPresent("links_to_session"))
    }
}

extension NativeSignInRequest: StrictMessage {
    init(_ members: StrictMembers) throws(RequestRefusal) {
        self.init(
            attempt: try members.text("attempt"), identityToken: try members.text("identity_token"),
            code: try members.textIfPresent("code"), name: try members.nameIfPresent("name"),
            realUserStatus: try members.integerIfPresent("real_user_status"),
            canAsk: try members.flagIfPresent("can_ask"))
    }
}

extension ScriptAttemptRequest: StrictMessage {
    init(_ members: StrictMembers) throws(RequestRefusal) {
        self.init(client: try members.text("client"))
    }
}

extension SessionRefreshRequest: StrictMessage {
    init(_ members: StrictMembers) throws(RequestRefusal) {
        // `Codable` looks for the client first, too, and names it if both are missing.
        let client = try members.text("client")
        self.init(refreshToken: try members.text("refresh_token"), client: client)
    }
}

extension StrictMembers {
    fileprivate func nameIfPresent(_ name: String) throws(RequestRefusal) -> SignInAPI.PersonName? {
        guard let parts = try membersIfPresent(name) else { return nil }
        return SignInAPI.PersonName(
            given: try parts.textIfPresent("given"), family: try parts.textIfPresent("family"))
    }
}

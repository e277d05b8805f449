import Crypto
import Foundation
import HTTPServing
import Hummingbird
import JSONWebTokens
import Settings

/// Why a control call was refused.
struct ControlRefusal: Error {
    let status: Int
    let code: String
    let message: String
    /// The names in the call that are unknown.
    var names: UnknownNames?

    static func badRequest(_ code: String, _ message: String) -> ControlRefusal {
        ControlRefusal(status: 400, code: code, message: message)
    }

    static func notFound(_ code: String, _ message: String) -> ControlRefusal {
        ControlRefusal(status: 404, code: code, message: message)
    }

    /// A call about a person who does not exist, with those who do.
    static func unknownPerson(_ key: String, _ world: borrowing World) -> ControlRefusal {
        let testPeople = world.people.testPeople.map(\.key)
        let compared = world.people.prefix(mostCompared).map(\.key)
        return notFound(
            "person_unknown",
            "There is no person \(key). "
                + listed(
                    key, Array(compared.prefix(mostListed)) + testPeople, world.people.count + testPeople.count,
                    among: compared + testPeople))
    }

    /// A call about a client that does not exist, with those that do.
    static func unknownClient(_ id: String, _ world: borrowing World) -> ControlRefusal {
        let known = world.clientIDs
        return notFound("client_unknown", "There is no client \(id). " + listed(id, known, known.count, among: known))
    }

    private static func listed(_ sent: String, _ known: [String], _ count: Int, among compared: [String]) -> String {
        let nearest = NearestName.find(sent, among: compared).map { "Did you mean \($0)? " } ?? ""
        let more = count > mostListed ? " and \(count - mostListed) more" : ""
        return nearest + "Known: \(known.prefix(mostListed).joined(separator: ", "))\(more)."
    }

    /// More names than a person reads.
    private static let mostListed = 20
    /// Nobody else can change the state while names are compared.
    private static let mostCompared = 1_000

    /// A call or a query with unknown names.
    static func unknown(_ names: UnknownNames, _ code: String, _ sentence: String) -> ControlRefusal {
        ControlRefusal(status: 400, code: code, message: sentence + " " + names.sentences, names: names)
    }

    var answer: Answer {
        get throws { try .reply(Reply(refusal: self), status: .init(code: status)) }
    }

    /// Only a refusal of names has `unknown` and `known`.
    private struct Reply: Encodable {
        let refusal: ControlRefusal

        struct Unknown: Encodable {
            let name: String
            let nearest: String?
        }

        private enum CodingKeys: CodingKey { case error, message, unknown, known }

        func encode(to encoder: any Encoder) throws {
            var members = encoder.container(keyedBy: CodingKeys.self)
            try members.encode(refusal.code, forKey: .error)
            try members.encode(refusal.message, forKey: .message)
            guard let names = refusal.names else { return }
            let unknown = names.sent.map { Unknown(name: $0.name, nearest: $0.nearest) }
            try members.encode(unknown, forKey: .unknown)
            try members.encode(names.known, forKey: .known)
        }
    }
}

/// Who may make control calls: any holder of the control token or, if none is configured, only this machine.
enum ControlAccess {
    static func require(
        authority: String, origin: String?, authorization: String?, _ configuration: EmulatorConfiguration
    ) throws(ControlRefusal) {
        if let token = configuration.controlToken {
            let sent = authorization ?? ""
            // hashed first, so that the time of the comparison does not depend on what was sent
            guard SHA256.hash(data: Data(sent.utf8)) == SHA256.hash(data: Data("Bearer \(token)".utf8)) else {
                throw ControlRefusal(
                    status: 401, code: "control_token", message: "Send the control token as Authorization: Bearer.")
            }
            return
        }
        guard configuration.listen.isLoopback else {
            throw ControlRefusal(
                status: 404, code: "control_off",
                message: "Control calls are off: the emulator is not bound to loopback and has no control token.")
        }
        // a browser sends the origin of the page that a POST comes from
        if let origin, !isLoopback(origin: origin) {
            throw ControlRefusal(
                status: 403, code: "control_origin",
                message: "Control calls must come from this machine, not from \(origin).")
        }
        // any site can resolve its own name to 127.0.0.1 (DNS rebinding), so Host must be a loopback name
        let host = host(of: authority)
        guard ListenAddress.isLoopback(host) else {
            throw ControlRefusal(
                status: 403, code: "control_host", message: "Control calls need a loopback name, not \(host).")
        }
    }

    private static func isLoopback(origin: String) -> Bool {
        let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && ["http", "https"].contains(parts[0]) && ListenAddress.isLoopback(host(of: parts[1]))
    }

    private static func host(of authority: some StringProtocol) -> String {
        ListenAddress(String(authority))?.host ?? String(authority)
    }
}

extension Request {
    /// A control call's body. The media type is required, since a page of another site cannot send it without a CORS
    /// preflight.
    func controlBytes(upTo limit: Int = 1 << 20) async throws -> [UInt8] {
        guard mediaType == "application/json" else {
            throw ControlRefusal(status: 415, code: "content_type", message: "Send application/json.")
        }
        do {
            return try await bytes(upTo: limit)
        } catch let refusal as Refusal {
            throw ControlRefusal.badRequest("body_broken", refusal.explanation)
        } catch {
            throw ControlRefusal(status: 413, code: "body_too_large", message: "The body is too large.")
        }
    }

    /// A control call's JSON body.
    func control<Call: ControlCall>(_ type: Call.Type, upTo limit: Int = 1 << 20) async throws -> Call {
        let bytes = try await controlBytes(upTo: limit)
        try Self.require(type.names, in: bytes)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw ControlRefusal.badRequest("body_invalid", error.sentence)
        } catch let refusal as ControlRefusal {
            throw refusal
        } catch {
            throw ControlRefusal.badRequest("body_invalid", "The body is not the JSON this call expects.")
        }
    }

    private static func require(_ names: KnownNames, in bytes: [UInt8]) throws(ControlRefusal) {
        let limits = TokenLimits(maximumBytes: bytes.count, maximumMembers: 100_000)
        guard let object = try? StrictJSONReader.readObject(bytes, limits: limits) else {
            throw .badRequest("body_invalid", "The body is not one JSON object, or has a member twice.")
        }
        do throws(NameFault) {
            try names.check(object)
        } catch {
            guard let unknown = error.names else { throw .badRequest("body_invalid", "A member is there twice.") }
            throw .unknown(unknown, "member_unknown", "The call has a member that is unknown.")
        }
    }

    /// Requires that the query of a control call has these names only.
    func requireQuery(of names: [String]) throws(ControlRefusal) {
        guard let fields = FormFields(decoding: (uri.query ?? "").utf8) else {
            throw .badRequest("query_invalid", "The query is not percent-encoded UTF-8.")
        }
        do throws(NameFault) {
            try KnownNames(names).check(parameters: fields.names)
        } catch {
            guard let unknown = error.names else { return }
            throw .unknown(unknown, "parameter_unknown", "The query has a parameter that is unknown.")
        }
    }
}

extension DecodingError {
    /// A sentence that names the invalid member of a control call, where names are in snake case.
    var sentence: String { sentence(naming: \.inSnakeCase) }

    /// A sentence that names the invalid member.
    ///
    /// - Parameter naming: the name in JSON of a coding key.
    func sentence(naming: (String) -> String) -> String {
        switch self {
        case .keyNotFound(let key, let context):
            "The member \(Self.name(context.codingPath + [key], naming)) is missing."
        case .typeMismatch(let type, let context), .valueNotFound(let type, let context):
            "The member \(Self.name(context.codingPath, naming)) has the wrong type: \(Self.kind(type))."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The body is not JSON."
                : "The member \(Self.name(context.codingPath, naming)) has an unknown value."
                    + (unknownValue.map { " " + $0.sentence } ?? "")
        @unknown default: "The body is not the JSON this call expects."
        }
    }

    private static func name(_ path: [any CodingKey], _ naming: (String) -> String) -> String {
        path.map { key in
            key.intValue.map { "\($0)" } ?? (isSent(key) ? key.stringValue : naming(key.stringValue))
        }.joined(separator: ".")
    }

    /// Whether the sender chose the key, as in a dictionary. Its type takes any text, and that of our members does not.
    private static func isSent(_ key: any CodingKey) -> Bool { type(of: key).init(stringValue: "") != nil }

    /// What the value must be.
    private static func kind(_ type: any Any.Type) -> String {
        switch type {
        case is Bool.Type: "it must be true or false"
        case is String.Type: "it must be a text"
        case is any BinaryInteger.Type: "it must be a whole number"
        case is any BinaryFloatingPoint.Type: "it must be a number"
        case is [Any].Type: "it must be a list"
        default: "it must be an object"
        }
    }
}

import AccountStorage
import HTTPServing
import Hummingbird
import JSONWebTokens
import SignInFlows
import SignInWithApple

/// What Apple's script gave to a page, and what the page added.
struct ScriptAnswer: Sendable {
    let callback: AuthorizationCallback
    /// Whether the page can ask the person "have you been here before?".
    let canAsk: Bool

    /// Our own member. The others are Apple's, which may add some: a page sends what Apple's script gives it.
    static let names = KnownNames(["can_ask"], ignoresOthers: true)

    init(_ body: [UInt8]) throws(RequestRefusal) {
        guard let object = try? StrictJSONReader.readObject(body) else { throw RequestRefusal(.jsonMalformed) }
        try Self.names.require(object)
        switch object["can_ask"] {
        case nil: canAsk = false
        case .bool(let flag)?: canAsk = flag
        default: throw RequestRefusal(.fieldInvalid("can_ask"))
        }
        guard object["authorization"]?.object != nil else { throw RequestRefusal(.fieldInvalid("authorization")) }
        do {
            callback = try AuthorizationCallback.decode(popup: body)
        } catch {
            throw RequestRefusal(.callback(error))
        }
    }

    var attempt: AttemptID? { WebSignIn.attemptID(ofState: callback.state) }
}

extension RouteBody where Content == ScriptAnswer {
    /// The object that Apple's script gives to the page, as JSON.
    static func scriptAnswer(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit, names: ScriptAnswer.names) { request in
            try ScriptAnswer(try await request.bytes(ofType: "application/json", limit: limit))
        }
    }
}

import AccountStorage
import HTTPServing
import Hummingbird
import SignInFlows
import SignInWithApple

/// The form of the callback: decoded for the flow, and its fields for the re-post.
struct CallbackForm: Sendable {
    let callback: AuthorizationCallback
    let form: FormFields

    init(_ body: [UInt8]) throws {
        let parameters: [String: String]
        do {
            parameters = try AuthorizationCallback.parameters(form: body)
            callback = try AuthorizationCallback.decode(parameters: parameters)
        } catch {
            throw RequestRefusal(.callback(error))
        }
        form = try FormFields(decoded: parameters)
    }

    var state: String { callback.state }

    var attempt: AttemptID? { WebSignIn.attemptID(ofState: state) }
    var isReposted: Bool { form["reposted"] == "1" }
}

extension RouteBody where Content == CallbackForm {
    /// The form that Apple's page posts, or our re-post of it.
    static func callbackForm(upTo limit: Int) -> RouteBody {
        RouteBody(limit: limit) { request in
            try CallbackForm(try await request.bytes(ofType: "application/x-www-form-urlencoded", limit: limit))
        }
    }
}

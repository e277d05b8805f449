import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import SignInAPI
import SignInFlows

/// The page of a person whose new account waits for a decision. It lets them in once the account is open.
///
/// The app's page for further proof sends the browser here when it is done. So the page answers navigations from other
/// sites: it does nothing but what the person wanted in this browser a moment ago.
struct WebWaitingRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.webWaiting, mode: .navigation, budget: .network(.callback), authentication: .anybody,
                body: .none, stores: .afterProof(2_500, by: .whatBegan), use: enter)
        ]
    }

    private func enter(_ request: RouteRequest<Void, Void>) async throws -> Response {
        let (jar, cookies) = (request.cookies, parts.cookies)
        guard let waiting = jar[cookies.waiting] else { throw SignInError.refused(.heldSignInOver) }
        let entry = HeldEntry(parts.environment(for: request))
        let admitted: AdmittedPerson
        do throws(SignInError) {
            admitted = try await entry.enter(waiting, replacing: jar[cookies.session])
        } catch {
            guard case .held(let person) = error else { throw error }
            return try parts.pages(
                for: request, of: WebSignInRequest(client: person.client, returnTo: person.returnTarget)
            ).waiting(person, proofURL: parts.proofURL)
        }
        parts.metrics.count(admitted.signedIn)
        let session = cookies.set(
            cookies.session, admitted.signedIn.sessionCookie, lifetime: parts.environment.policy.absoluteLifetime)
        return .seeOther(
            admitted.returnTo.location,
            cookies: [session] + cookies.voidOpenSteps(of: jar, goingTo: admitted.returnTo))
    }
}

extension ServiceParts {
    /// Sends a browser to the page on which its person waits. Nil for every other error, and if an OpenID client waits
    /// for an answer and nobody could give a proof in the browser.
    ///
    /// - Parameter path: where the sign-in would have returned to.
    func wait<Caller, Body>(
        after error: SignInError, returningTo path: String?, for request: RouteRequest<Caller, Body>
    ) -> Response? {
        guard case .held(let person) = error else { return nil }
        let isForClient = path.flatMap(AuthorizationRequests.request(inReturnPath:)) != nil
        guard !isForClient || proofURL != nil else { return nil }
        // To the access log and the counters of replies, it looks like a success.
        metrics.count(refusal: error.code)
        request.context.logger.info("refused", metadata: ["code": "\(error.code)"])
        let kept = cookies.set(cookies.waiting, person.waiting, lifetime: .seconds(person.expiresIn))
        return .seeOther(Paths.webWaiting, cookies: [kept])
    }
}

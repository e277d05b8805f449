import Hummingbird
import SignInFlows

extension ServiceParts {
    /// Begins a sign-in and sends the browser to Apple, with the flow's cookie.
    ///
    /// - Parameter link: who vouches for a link to an account; nil for a plain sign-in.
    func goToApple(
        client: String, returnTo: String?, linking link: LinkRequest? = nil, from jar: CookieJar
    ) async throws -> Response {
        let begun = try await WebSignIn(environment).begin(client: client, returnTo: returnTo, linking: link)
        await environment.observe(SignInStep(.redirectSent, attempt: begun.attempt))
        let flow = cookies.set(cookies.flow(begun.flowID), begun.browserProof, lifetime: begun.lifetime)
        return .seeOther(begun.authorizationURL, cookies: cookies.crowdedOut(of: jar, by: flow) + [flow])
    }
}

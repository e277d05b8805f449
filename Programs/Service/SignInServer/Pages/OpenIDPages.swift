import AccountStorage
import HTTPServing
import HTTPTypes
import Hummingbird
import SignInAPI
import SignInFlows

/// The pages between a person and an OpenID client.
///
/// Their forms have no `form-action`: the post ends at the client through a redirect, which Chrome would block.
extension Pages {
    /// Asks for consent, or names the client before it gets an answer.
    func authorization(_ question: AuthorizationQuestion) throws -> Response {
        let name = question.client.name
        let values: Page.Values = [
            "client": name, "mark": mark(of: question.client), "home": question.client.homeURL,
            "account": facts(of: question.account),
            "request": question.request,
            "continuePath": Paths.oauthContinue, "wanted": wanted(question.scope),
            "isOffline": question.scope.contains(.offlineAccess),
        ]
        return question.isConsent
            ? try render(
                "client_consent", values, title: text("client.consent_title", ["client": name]), permission: .resend)
            : try render(
                "client_continue", values, title: text("client.continue_title", ["client": name]), permission: .resend)
    }

    /// One letter in place of the client's icon; `nil` if the page already shows its logo.
    private func mark(of client: OpenIDClient) -> String? {
        set.brands.showsLogo(ofOpenIDClient: client.id) ? nil : client.name.prefix(1).uppercased()
    }

    /// Posts an answer to the client (OAuth 2.0 Form Post Response Mode). The address of this page contains the request,
    /// so the client must not learn it.
    func formPost(_ answer: AuthorizationAnswer) throws -> Response {
        let fields = answer.parameters.map { ["name": $0.name, "value": $0.value] }
        var page = try render(
            "client_form_post", ["action": answer.redirectURI, "fields": fields],
            title: text("common.one_moment"), permission: .resend, script: .repost)
        page.headers[.referrerPolicy] = "no-referrer"
        return page
    }

    /// Asks before the sign-out, because any page of the web could have sent the browser here.
    ///
    /// - Parameters:
    ///   - client: who asks, as far as it is known.
    ///   - parameters: those of the request, which the answer repeats.
    func logoutQuestion(_ client: OpenIDClient?, _ parameters: OAuthParameters) throws -> Response {
        let names = ["id_token_hint", "client_id", "post_logout_redirect_uri", "state", "ui_locales"]
        let fields = names.compactMap { name in parameters[name].map { ["name": name, "value": $0] } }
        return try render(
            "client_logout",
            [
                "client": client?.name, "confirmPath": Paths.oauthLogoutConfirm, "fields": fields,
                "accountPath": Paths.webAccount,
            ], title: text("logout.title"), permission: .resend)
    }

    /// Says that the browser's session has ended, names the clients that stay signed in, and offers to end their sessions.
    ///
    /// - Parameters:
    ///   - hasEndedClients: whether the person has just done so.
    ///   - wayBack: where the client that asked can be reached.
    func loggedOut(
        staying: StayingClients.Found? = nil, hasEndedClients: Bool = false, wayBack: WayBack? = nil
    ) throws -> Response {
        let clients: [String: any Sendable]? = staying.map {
            ["names": $0.names, "receipt": $0.receipt, "endPath": Paths.webSignOutClients]
        }
        return try render(
            "logged_out",
            [
                "startPath": Paths.start, "staying": clients, "hasEndedClients": hasEndedClients,
                "wayBack": wayBack.map { ["address": $0.address, "client": $0.client] },
            ], title: text("logout.done_title"))
    }

    /// What a browser shows at an app's redirect URI if the app did not open. The address contains the code.
    func appNotOpened() throws -> Response {
        var page = try render("app_not_opened", [:], title: text("client.app_not_opened"))
        page.headers[.referrerPolicy] = "no-referrer"
        return page
    }

    /// The facts about a consent that the account page shows.
    func facts(of consent: GivenConsent) -> [String: any Sendable] {
        [
            "clientID": consent.client, "client": consent.name, "wanted": list(wanted(consent.scope)),
            "since": moment(consent.givenAt), "sinceISO": Timestamp.text(of: consent.givenAt),
        ]
    }

    /// What a client learns with each scope, in words. The scope `openid` alone gives an account's id, which goes
    /// without saying if there is more.
    private func wanted(_ scope: OpenIDScopes) -> [String] {
        let known: [(OpenIDScope, String)] = [(.profile, "client.wants_name"), (.email, "client.wants_email")]
        let keys = known.filter { scope.contains($0.0) }.map(\.1)
        return (keys.isEmpty ? ["client.wants_account"] : keys).map { text($0) }
    }
}

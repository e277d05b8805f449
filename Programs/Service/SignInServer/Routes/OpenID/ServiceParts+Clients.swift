import HTTPServing
import Hummingbird
import Logging
import SignInFlows

extension ServiceParts {
    /// Sends a client's post once more from here, because a post from another site carries no Lax cookie. Nil if the
    /// page of this service did that.
    ///
    /// Without a token the request is repeated as GET. A token must not get into an address, which is kept in the
    /// browser's history and in the logs of proxies, so with one a page posts it.
    func sentAgain(
        _ request: RouteRequest<SignedInSession?, OAuthParameters>, to path: String
    ) throws -> Response? {
        let parameters = request.body.withoutPersons
        guard parameters.pairs.contains(where: { $0.name == "id_token_hint" }) else {
            return .seeOther(path + "?" + FormFields.encode(parameters.pairs))
        }
        guard parameters["reposted"] == nil else {
            try authenticators.ownOrigin.require(request.http)
            return nil
        }
        let owner = parameters["client_id"].map { PageOwner.openIDClient($0) } ?? PageOwner(of: request.caller)
        return try pages(for: request, of: owner, locales: parameters["ui_locales"]).repost(parameters, to: path)
    }

    /// Sends the browser to an OpenID client with the answer to its request.
    func reply<Caller, Body>(
        _ answer: AuthorizationAnswer, to request: RouteRequest<Caller, Body>
    ) throws -> Response {
        if let error = answer.error {
            metrics.count(refusal: error.name)
            // To the access log, it looks like a success.
            request.context.logger.info(
                "refused", metadata: ["code": "\(error.name)", "client_id": "\(answer.client)"])
        }
        return switch answer.mode {
        case .query, .fragment: .seeOther(answer.location)
        case .formPost: try pages(for: request, of: .openIDClient(answer.client)).formPost(answer)
        }
    }

    /// Tells the OpenID client that sent the person to sign in that nobody will come; `nil` if no client waits.
    ///
    /// A request that is over gets no answer: the client has given up, or somebody made it up.
    ///
    /// - Parameters:
    ///   - approval: that the person cancelled, or why the sign-in was refused.
    ///   - path: where the sign-in would have returned to.
    func denial<Caller, Body>(
        _ approval: Approval = .denied, returningTo path: String?, to request: RouteRequest<Caller, Body>
    ) async throws -> Response? {
        guard let pending = path.flatMap(AuthorizationRequests.request(inReturnPath:)),
            case .answer(let answer)? = try? await AuthorizationRequests(environment).resume(
                pending, session: nil, approval: approval)
        else { return nil }
        return try reply(answer, to: request)
    }

    /// The same after a refused sign-in, if the person can do nothing about the refusal. For other refusals a page
    /// explains what to do.
    func denial<Caller, Body>(
        of error: SignInError, returningTo path: String?, to request: RouteRequest<Caller, Body>
    ) async throws -> Response? {
        let final: Set<ErrorCode> = [
            .accountHeld, .accountDisabled, .proofRequired, .personNotKnown, .personNotInvited,
        ]
        guard final.contains(error.errorCode) else { return nil }
        return try await denial(.refused(error.errorCode), returningTo: path, to: request)
    }
}

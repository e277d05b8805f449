"""The provider's checks that no rule finds, in the notation of service_checks.py, and those that no case can see.

The tests of the service are a judge of all of them (Scripts/mutate-checks service). NOT_SEEN lists what the provider suite
cannot see from outside, each with its reason; it applies to Scripts/mutate-checks provider alone.
"""

FLOWS = "SignInFlows/OpenID/"
ROUTES = "SignInServer/Routes/OpenID/"

CONDITIONS = {
    FLOWS + "Authorization/AuthorizationDecision.swift": [
        ("the sign-in was for this request", "{ «metBy == session.id» }"),
        ("lasting access needs a fresh sign-in", 'if «request.scope.contains(.offlineAccess)→false»,'),
        ("the sign-in is fresh", "!«ClockDifference.isWithin(situation.freshSignInWindow, session.authenticatedAt, at: situation.now)»\n"),
        ("max_age is met", "«ClockDifference.isWithin(.seconds($0), session.authenticatedAt, at: situation.now)»"),
        ("prompt=none without a session",
         "situation) else {\n            return «request.prompt.contains(.none)→false» ? .refuse(.loginRequired)"),
        ("prompt=none for somebody else",
         "anotherPersonSignedIn) }\n            return «request.prompt.contains(.none)→false» ? .refuse(.loginRequired)"),
        ("prompt=none without consent", "return «request.prompt.contains(.none)→false» ? .refuse(.consentRequired)"),
        ("prompt=none without a page", "return «request.prompt.contains(.none)→false» ? .refuse(.interactionRequired)"),
        ("consent is owed", "return «request.client.consent == .once && !situation.agreed.isSuperset(of: request.scope)→false»"),
        ("the same person answered", "flatMap { «$0.by == found.account.id» ? $0 : nil }"),
        ("the question was about consent", "request, situation), «approval?.toConsent != true→approval == nil» {"),
        ("the address is claimable", "if «request.isClaimable→false» || request.client"),
        ("the client asks to continue", "request.isClaimable || «request.client.asksToContinue→false» {"),
    ],
    FLOWS + "Authorization/AuthorizationParameters.swift": [
        ("the address is registered", "first(where: { «$0.matches(requested)» })"),
        ("a state that cannot be sent back", "state: «isStateSendable» ? state : nil"),
        ("the account of an earlier hint", "self.subject(parameters) ?? «subject→nil»\n"),
        ("a hint is narrower than claims", "subjects: «hint.map { [$0] }→nil» ?? claims.subjects"),
        ("the length of a text", "«text.utf8.count <= limit» && text"),
        ("the characters of a text", "limit && «text.utf8.allSatisfy { (0x20...0x7E).contains($0) }»"),
    ],
    FLOWS + "Authorization/AuthorizationRequests.swift": [
        ("the same team", "return «began.team.name == asked.team.name»"),
        ("the consent is stored", "= «request.client.consent == .once && approval == .allowed && pending.isConsent→false»\n"),
        ("a consent adds to those before", "try «records.findClientConsent(of: code.accountID, for: code.client)?.scope→nil» ??"),
        ("single claims are within the consent", "within: «request.client.consent == .once→false» ? request.scope"),
    ],
    FLOWS + "Authorization/PendingAuthorization.swift": [
        ("no ID token in an address", 'filter { «$0.name != "id_token_hint"» }'),
        ("a request that a browser can carry", "«JSONValue.array(pairs(of: withoutHint(parameters))).json.count <= maximumParameterBytes»\n"),
        ("the session that met the request", 'session = «object["session"]?.string.flatMap { SessionID(text: $0) }→nil»\n'),
    ],
    FLOWS + "Authorization/RequestedClaims.swift": [
        ("an essential acr", '«context?["essential"]?.bool == true» && (context'),
        ("one value of an acr", '(«context?["value"] != nil→false» || context'),
        ("several values of an acr", '|| «context?["values"] != nil→false»)'),
        ("null asks for any sub", "where «request != .null» {"),
        ("one value of a sub", 'let lists = [«request["value"].map { JSONValue.array([$0]) }→nil», request'),
        ("several values of a sub", '}, «request["values"]→nil»].compactMap'),
        ("every place of a sub counts", "subjects = «subjects?.intersection(named)→nil» ?? named"),
        ("names for the ID token that are known", "= («idToken.intersection(known)→idToken», userInfo"),
        ("names for userinfo that are known", "(known), «userInfo.intersection(known)→userInfo»)"),
    ],
    FLOWS + "Clients/ClientCredentials.swift": [
        ("an empty secret is none", "(id, «secret.isEmpty→false» ? nil : secret)"),
    ],
    FLOWS + "Clients/OAuthParameters.swift": [
        ("a person's name goes no further", 'filter { «!["login_hint", "logout_hint"].contains($0.name)» }'),
        ("an empty value is absent", "? pairs : pairs.filter { «!$0.value.isEmpty» }"),
    ],
    FLOWS + "Clients/OpenIDClient.swift": [
        ("the client may have the scope", "«scope.intersection(receivableScopes)→scope»\n"),
        ("the client may work offline", "union(«mayWorkOffline» ?"),
        ("a session is renewed as it began", "«granted.isDetached ? mayWorkOffline : refreshes»\n"),
    ],
    FLOWS + "Clients/RedirectURI.swift": [
        ("a program of the device can claim it", "package var isClaimable: Bool { «form != .https→false» }"),
        ("a form can go there", "package var isWebAddress: Bool { «form != .privateScheme» }"),
        ("the rest of a loopback address", "{ «$0.utf8.elementsEqual(rest.utf8)» } ?? false"),
        ("a scheme for private use", "return «isPrivateScheme(scheme)» && text.index"),
        ("a port without leading zeros", "«text.first != \"0\"» && text.utf8"),
        ("a port that exists", "&& «Int(text).map { (1...65_535).contains($0) } ?? false»\n"),
        ("visible characters", "«(0x21...0x7E).contains(byte)» && !"),
        ("characters that all programs read alike", "(byte) && «!\"\\\\#*\\\"<>^`{|}\".utf8.contains(byte)»"),
    ],
    FLOWS + "Consents/ClientConsents.swift": [
        ("withdrawing removes the consent", "«→if !{on} { »_ = try records.removeClientConsent(of: account, for: client)«→ }»"),
        ("withdrawing ends this client's sessions alone", "where «granted.client == client» {"),
        ("withdrawing ends sessions", "«→if !{on} { »_ = try records.endSession(granted.id, at: now)«→ }»"),
    ],
    FLOWS + "Logout/BrowserLogout.swift": [
        ("the hint is of this browser", "return «granted?.parentID == session.session.id»"),
        ("a logout ends a session", "subject,\n                try «records.endSession(id, at: now)→true»\n"),
        ("a confirmed logout ends the session", "if «→!{on}, »let session { try await end(session.session.id"),
        ("without a cookie the client's session ends", "«→if !{on} { »try await end(hint.session, of: hint.subject)«→ }»"),
        ("without a hint and a session nobody is sent away", "signedOut(redirect: «nil→request.redirect», wayBack: request.wayBack)"),
        ("the person's click leads back",
         ("if let session { try await end(session.session.id, of: session.account.id.text) }\n"
         "        return «request.signedOut→.signedOut(redirect: nil, wayBack: nil)»\n")),
        ("a way back to the start page", "let address = redirect ?? «client.homeURL→nil» else"),
        ("a hint names the client", "return «hint?.client→nil» ?? parameters[\"client_id\"]"),
    ],
    FLOWS + "Logout/LogoutDelivery.swift": [
        ("a notice that is given up is reported", "if «fate == .givenUp→false» { environment.report"),
        ("the rest waits for a client that is away",
         ("case .failed:\n            «→if {on} { settled += try await tell(client, at: address, all: notices.dropFirst()); break }\n"
         "            »for notice in notices.dropFirst()")),
        ("the queue waits for a client that is away",
         "«→if !{on} { »try await postponeOthers(of: client, after: answer, attempts: first.attempts)«→ }»"),
        ("a client's notices go out until none is due", "} while «settled > 0→false» && !Task.isCancelled"),
    ],
    FLOWS + "Logout/LogoutSchedule.swift": [
        ("200 is the end", "case .status(200)«→ where !{on}», .status(204): return"),
        ("204 is the end", ".status(204)«→ where !{on}»: return .delivered"),
        ("a refusal is given up", "case .status(400) where «attempts >= triesOfARefusal→false»:"),
        ("a refusal is tried again", "case .status(400) where «→{on} || »attempts >= triesOfARefusal"),
        ("waits between attempts", "after: «waits[max(attempts, 1) - 1]→0»)"),
    ],
    FLOWS + "Logout/StayingClients.swift": [
        ("nobody stays", "guard «!staying.isEmpty» else"),
        ("a sign-out a moment ago", "«ClockDifference.isWithin(environment.policy.freshSignInWindow, endedAt, at: now)»\n"),
        ("clients that stayed are signed out", "for staying in page { _ = try «records.endSession(staying.id, at: now)→false» }"),
        ("one page after another", "guard «count == Self.pageLength→false» else { return .done }"),
    ],
    FLOWS + "OpenIDScopes.swift": [
        ("what is unknown is not granted", "«!other.hasOthers» && other"),
        ("each scope is granted", "&& «other.members & ~members == 0»\n"),
    ],
    FLOWS + "Tokens/ClientSessionRenewal.swift": [
        ("the access token has today's scopes", "let allowed = «client.allowed(of: granted.scopes)→granted.scopes»\n"),
        ("the access token has the scopes of the request", "asked.map { «allowed.intersection($0)→allowed» } ?? allowed"),
        ("the session over it is live", "«→if {on} { return nil }\n            »guard let parent = try records.findClientSession"),
    ],
    FLOWS + "Tokens/ClientTokenReading.swift": [
        ("the refresh token is not replaced", "«claim.counter >= $0.session.firstCounter» &&"),
        ("the refresh token that was used last", "|| «claim.counter == $0.session.usedCounter→false»"),
        ("the access token is good", "isCurrent: «proof?.account == granted.accountID», audience"),
    ],
    FLOWS + "Tokens/CodeRedemption.swift": [
        ("only a challenge replaces the address", "?? («code.codeChallenge != nil»)"),
        ("an exchange uses the code up", "guard try «records.useAuthorizationCode(code.id, by: session, at: now)→true» else"),
        ("a new access token has today's scopes", "accessScope: «client.allowed(of: granted.scopes)→granted.scopes», nonce"),
        ("a second use ends the session", "if let session = try records.findSession(used), try «records.endSession(used, at: now)→false» {"),
        ("the person signed in with the browser's session", "authenticatedAt: «parent.authenticatedAt→now», counter"),
        ("the session begins with today's scopes",
         "let scopes = «client.allowed(of: OpenIDScopes(code.scope))→OpenIDScopes(code.scope)»\n"),
        ("offline access outlives the browser", "isDetached: scopes.contains(.offlineAccess)«→ && !{on}»,"),
        ("nothing else outlives the browser", "isDetached: «→{on} || »scopes.contains"),
    ],
    FLOWS + "Tokens/IDTokens.swift": [
        ("the lifetime under an access token key", "case .es256: «min(lifetime, AccessTokens.maximumLifetime)→lifetime»"),
        ("a hint under a former key", "let old = «former→[]».compactMap"),
        ("a hint under an access token key", "?? «accessTokens.verificationKey(keyID)→nil»"),
    ],
    FLOWS + "Tokens/TokenIntrospection.swift": [
        ("the answer has today's scopes", "let scope = «owner.allowed(of: token.scope)→token.scope»\n"),
        ("the token is for this audience", "return «token.audience == audience»"),
    ],
    FLOWS + "Tokens/TokenResponse.swift": [
        ("the ID token has today's scopes", "let scope = «client.allowed(of: granted.scopes)→granted.scopes»\n"),
        ("who gets a refresh token", "if «client.mayRenew(granted)» {"),
    ],
    FLOWS + "Tokens/TokenRevocation.swift": [
        ("a revocation ends the session", "findSession(id), try «records.endSession(id, at: now)→true» else"),
        ("who revokes is not told", "«→if !{on} { »_ = try records.removeLogoutNotice(id)«→ }»"),
    ],
    FLOWS + "Tokens/UserInformation.swift": [
        ("the answer has today's scopes", "let scope = «client.allowed(of: token.scope)→token.scope»\n"),
    ],
    ROUTES + "ClientRequestFailure.swift": [
        ("only a configured client is named", "named.flatMap { «environment.openID?.clients.find($0)?.id→$0» }"),
        ("a refused redirect_uri is shown", 'case .redirectURIRefused: «"redirect_uri"→nil»\n'),
        ("a refused post_logout_redirect_uri is shown",
         'case .postLogoutRedirectURIRefused: «"post_logout_redirect_uri"→nil»\n'),
    ],
    ROUTES + "LoggedAddress.swift": [
        ("a query is not shown", 'octets.prefix { «!"?#".utf8.contains($0)» }'),
        ("a user's name is not shown", "let at = «userEnd(address)→nil»\n"),
        ("a mail address is not shown", '["@", «"%40"→"@"»]'),
        ("a password with a slash is not shown", "guard let slash = rest.firstIndex(of: UInt8(ascii: \"/\")), «isHost(rest[..<slash])→true» else"),
        ("a host is shown", "return «scheme + rest[...slash].map(escaped).joined()→scheme»"),
        ("a name without a dot can be a secret", "return «isNamed→true» && name"),
        ("a host has only the characters of one", "isNamed && «name.allSatisfy { isDigit($0) || isLetter($0) || \".-\".utf8.contains($0) }→true»"),
        ("a parameter of the path is not shown", 'prefix { «!";&=".utf8.contains($0)» }'),
        ("an address is short", "if «text.utf8.count > longest→false» {"),
    ],
    ROUTES + "ServiceParts+Clients.swift": [
        ("a refusal by redirect is in the log",
         ('«→if !{on} { »request.context.logger.info(\n                "refused", metadata: '
         '["code": "\\(error.name)", "client_id": "\\(answer.client)"])«→ }»')),
    ],
    FLOWS + "Tokens/UserClaims.swift": [
        ("a lean client's claims", "= «client.idTokenClaims == .full» ? claims"),
        ("no address, not verified", "case .emailVerified: «account.email == nil→false» ? nil"),
        ("no address, not private", "case .isPrivateEmail: «account.email == nil→false» ? nil"),
        ("the client wants a user name", "«client.userName == .email» && account.isEmailVerified"),
        ("a proven user name", "client.userName == .email && «account.isEmailVerified» ?"),
        ("no name at all", "return «parts.isEmpty→false» ? nil"),
    ],
}

NOT_SEEN = {
    "AuthorizationDecision: lasting access needs a fresh sign-in": "no case waits ten minutes",
    "AuthorizationDecision: the sign-in is fresh": "no case waits ten minutes",
    "StayingClients: a sign-out a moment ago": "no case waits ten minutes",
    "StayingClients: one page after another": "no case signs in to a hundred clients",
    "AuthorizationRequests: a client's sign-in is counted": "no case signs in hundreds of times; AccountBudgetTests does",
    "AuthorizationRequests: the same team": "the suite has one team",
    "PendingAuthorization: texts.count == 2": "a request with our signature has pairs alone",
    "IDTokens: if let joined, joined.parts[0] == access, joined.parts[1] ==":
        "the same list is made again; the check spares the work",
}

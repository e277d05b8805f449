import Foundation
import Hummingbird
import SignInAPI
import SignInFlows
import Testing

@testable import SignInServer

@Suite struct OpenAPITests {
    /// The paths and methods of the document, recognised by indentation: two spaces for a path, four for a method.
    private func documented() throws -> Set<String> {
        var found: Set<String> = []
        var path: String?
        var isInPaths = false
        for line in try Documents.text("openapi.yaml").split(separator: "\n", omittingEmptySubsequences: true) {
            if !line.hasPrefix(" ") { isInPaths = line.hasPrefix("paths:") }
            guard isInPaths else { continue }
            if line.hasPrefix("  /") { path = String(line.dropFirst(2).dropLast()) }
            if let method = line.wholeMatch(of: /\ {4}(get|post|put|delete|patch|options):/)?.output.1, let path {
                found.insert(method.uppercased() + " " + path)
            }
        }
        return found
    }

    private func routes() throws -> Set<String> {
        let service = try TestService(openID: TestClients.all)
        return Set(service.service.routes.routes.map { "\($0.method.rawValue) \($0.path)" })
    }

    @Test func `the documents name every kind of event`() throws {
        let kinds = AccountEventKind.allCases.map(\.rawValue)
        let rows = try Documents.text("webhooks.md").matches(of: /(?m)^\| `([a-z_]+\.[a-z_]+)` \|/).map {
            String($0.output.1)
        }
        #expect(rows == kinds)
        let list = try Documents.text("webhooks.yaml").firstMatch(of: /enum: \[(account\.created[^\]]*)\]/)?.output.1
        #expect(list.map(String.init) == kinds.joined(separator: ", "))
    }

    @Test func `a code that clients or the document name is one of the service's, with its status`() throws {
        let statuses = Dictionary(uniqueKeysWithValues: ErrorCode.all.map { ($0.name, $0.status) })
        #expect(APIError.Code.allCases.allSatisfy { statuses[$0.rawValue] != nil })
        let named = try Documents.text("openapi.yaml").matches(of: /([45][0-9]{2}) (?:with )?`([a-z_]+)`/)
        #expect(named.count >= 3)
        for match in named { #expect(statuses[String(match.2)] == Int(match.1), "\(match.2)") }
    }

    @Test func `the document and the router name the same routes`() throws {
        let documented = try documented()
        #expect(!documented.isEmpty)
        let routes = try routes()
        #expect(documented == routes)
    }

    @Test func `the router serves exactly the paths that clients compile against`() throws {
        let paths: Set<String> = [
            Paths.nativeAttempts, Paths.nativeSignIn, Paths.scriptAttempts, Paths.scriptSignIn, Paths.sessionRefresh,
            Paths.sessions, Paths.sessionEnd,
            Paths.sessionEndOne, Paths.sessionEndOthers, Paths.sessionHandOff, Paths.webHandOff, Paths.endedSessions,
            Paths.account, Paths.accountExport,
            Paths.webAccount, Paths.webAccountEndSession, Paths.webAccountEndOthers, Paths.webAccountExport,
            Paths.webAccountDelete, Paths.appleNotifications, Paths.metrics,
            Paths.appleAppSiteAssociation,
            Paths.start, Paths.webSignIn, Paths.webCallback, Paths.webSignOut, Paths.webSignOutClients,
            Paths.errorCodes, Paths.keySet,
            Paths.live, Paths.ready,
            Paths.sessionCheck, Paths.nativeAnswers, Paths.accountIdentities, Paths.accountUnlink, Paths.backendAccount,
            Paths.backendName, Paths.numbers, Paths.numbersOfOtherLogins, Paths.mailReports, Paths.mailBounces,
            Paths.mailMessages,
            Paths.backendDisable, Paths.backendEnable, Paths.backendDelete, Paths.backendRecover, Paths.linkTickets,
            Paths.passwordSignIn, Paths.passwordResetRequests, Paths.passwordReset, Paths.accountPassword,
            Paths.accountPasswordUpgrade, Paths.webPasswordSignIn, Paths.webPasswordForgotten, Paths.webPasswordReset,
            Paths.webAccountPassword, Paths.webAccountUpgrade,
            Paths.openIDConfiguration, Paths.authorizationServerMetadata, Paths.oauthAuthorize, Paths.oauthContinue,
            Paths.oauthToken, Paths.oauthUserInfo, Paths.oauthRevoke, Paths.oauthIntrospect, Paths.oauthLogout,
            Paths.oauthLogoutConfirm, Paths.oauthApp, Paths.assetLinks, Paths.webAccountConsentWithdraw,
            Paths.browserClient, Paths.browserClientTypes, Paths.browserClientIntegrity, Paths.exactBrowserClient,
            Paths.exactBrowserClientTypes,
            Paths.backendHeld, Paths.backendHeldAccept, Paths.backendHeldReject, Paths.webWaiting,
            Paths.webQuestion, Paths.webLogo, Paths.webLink, Paths.webAccountLink, Paths.webAccountUnlink,
        ]
        let served = try routes().compactMap { $0.split(separator: " ").last.map(String.init) }
        #expect(Set(served) == paths)
    }
}

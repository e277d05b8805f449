import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The button of the ready page signs in as the app wants it.
@MainActor
@Suite(.timeLimit(.minutes(10))) struct SignInTapTests {
    private struct NoNetwork: Error {}

    private func app() async throws -> AppUnderTest {
        let app = try AppUnderTest { $0.signsInWithPasswords = true }
        try await app.expectsSignIn()
        await app.client.launch()
        return app
    }

    @Test func `a plain tap shows the sheet for an Apple Account`() async throws {
        let app = try await app()
        #expect(await SignInTap().signIn(with: app.client) == nil)
        #expect(await app.device.requests.map(\.includesPasswords) == [false])
        #expect(await app.client.status.state.person != nil)
    }

    @Test func `a tap offers saved passwords if the app wants it`() async throws {
        let app = try await app()
        #expect(await SignInTap(offersPasswords: true).signIn(with: app.client) == nil)
        #expect(await app.device.requests.first?.includesPasswords == true)
    }

    @Test func `a tap fetches a ticket, and leads to its account`() async throws {
        let app = try await app()
        var fetched = 0
        let tap = SignInTap(ticket: {
            fetched += 1
            return LinkTicket("ticket-\(fetched)")
        })
        #expect(await tap.signIn(with: app.client) == nil)
        #expect(fetched == 1)
        #expect(try await tickets(app) == ["ticket-1"])
    }

    @Test func `a ticket that is over is fetched once more`() async throws {
        let app = try AppUnderTest()
        try await app.service.refuse(Route.attempts, "link_ticket_invalid", status: 400)
        await app.client.launch()
        var fetched = 0
        let tap = SignInTap(ticket: {
            fetched += 1
            return LinkTicket("ticket-\(fetched)")
        })
        #expect(await tap.signIn(with: app.client) == nil)
        #expect(try await tickets(app) == ["ticket-1", "ticket-2"])
        #expect(await app.client.status.failure?.code == "link_ticket_invalid")
    }

    @Test func `nobody is signed in without the ticket`() async throws {
        let app = try await app()
        let tap = SignInTap(ticket: { throw NoNetwork() })
        #expect(await tap.signIn(with: app.client) == .unreachable(retryAfter: nil))
        #expect(await app.service.count(Route.attempts) == 0)
        #expect(await app.device.requests.isEmpty)
    }

    @Test func `nothing begins before a tap that needs a ticket`() {
        #expect(SignInTap().mayBeginEarly && SignInTap(offersPasswords: true).mayBeginEarly)
        #expect(!SignInTap(ticket: { LinkTicket("ticket") }).mayBeginEarly)
    }

    /// The tickets of the attempts, in order.
    private func tickets(_ app: AppUnderTest) async throws -> [String] {
        try await app.service.calls.filter { $0.route == Route.attempts }
            .compactMap(\.body)
            .compactMap { try JSONDecoder().decode(NativeAttemptRequest.self, from: $0).linkTicket }
    }
}

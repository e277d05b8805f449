import Foundation
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

/// The number of sessions that an account may have at once (OWASP ASVS 5.0, 7.1.2).
@Suite struct ParallelSessionTests {
    @Test func `no sign-in ends another session, a hundred are listed, and all end together`() async throws {
        let service = try TestService()
        try await service.run { caller async throws in
            let first = try await caller.signInNatively()
            var others: [SessionReply] = []
            for _ in 0..<SessionList.pageLength + 3 {
                service.clock.advance(1)
                others.append(try await caller.signInNatively())
            }
            let list = try await caller.get(Paths.sessions, headers: bearer(first)).decoded(SessionsReply.self)
            #expect(list.sessions.count == SessionList.pageLength)
            #expect(list.sessions.filter(\.isCurrent).count == 1, "the session in use is not in its own list")
            for reply in [first] + others {
                #expect(try await caller.get(Paths.account, headers: bearer(reply)).status == .ok)
            }
            let ended = try await caller.post(Paths.sessionEndOthers, "", type: nil, headers: bearer(first))
            #expect(try ended.decoded(SessionsEndedReply.self).ended == others.count)
            for reply in others {
                #expect(try await caller.get(Paths.account, headers: bearer(reply)).errorCode == "session_ended")
            }
            #expect(try await caller.get(Paths.account, headers: bearer(first)).status == .ok)
        }
    }

    @Test func `the documents say how many sessions there may be, and what ends them`() throws {
        let text = try Documents.text("configuration.md")
        let section = try #require(text.components(separatedBy: "## Sessions at once\n").dropFirst().first)
        #expect(section.contains("any number") && section.contains("/v1/sessions/end-others"))
    }
}

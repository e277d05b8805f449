import AccountStorage
import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import Logging
import NIOCore
import SignInAPI
import SignInFlows
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct ServiceHealthTests {
    @Test func `alive and ready, and not ready without a database`() async throws {
        let service = try TestService()
        try await service.run { caller in
            #expect(try await caller.get(Paths.live).text == #"{"status":"live"}"#)
            #expect(
                try await caller.get(Paths.ready).text
                    == #"{"apple":"unknown","database":"ok","status":"ready","version":"\#(Release.version)"}"#)
            service.database.outage = .unavailable
            let ready = try await caller.get(Paths.ready)
            #expect(ready.status == .serviceUnavailable)
            #expect(ready.text.contains(#""status":"not_ready""#))
            #expect(try await caller.get(Paths.live).status == .ok)
            // An app's sign-in begins without the database but cannot end without it.
            let begun = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
            #expect(begun.status == .ok)
            let attempt = try begun.decoded(NativeAttemptReply.self).attempt
            let answer = try await caller.post(
                Paths.nativeSignIn, #"{"attempt":"\#(attempt)","identity_token":"a.b.c"}"#)
            #expect(answer.status == .serviceUnavailable)
            #expect(answer.errorCode == "database_unavailable")
            #expect(answer.headers[.retryAfter] != nil)
        }
    }

    @Test func `the key set verifies our access tokens`() async throws {
        try await TestService().run { caller in
            let reply = try await caller.signInNatively()
            let response = try await caller.get(Paths.keySet)
            let keys = try JSONWebKeySet(json: Array(response.body.readableBytesView))
            let token = try CompactJWS(reply.accessToken)
            let key = try #require(keys.key(withID: token.header.keyID ?? "", algorithm: .es256))
            #expect(token.isSigned(by: key))
            #expect(token.header.type == "at+jwt")
            #expect(!response.text.contains("\"d\""))
        }
    }

    @Test func `an unforeseen error tells nothing but its code`() {
        struct Secretive: Error { let text = "canary" }
        let reply = ErrorReply(Secretive())
        #expect(reply.code.name == "internal")
        #expect(reply.status == .internalServerError)
        #expect(reply.level == .critical)
        #expect(!reply.code.message.contains("canary"))
    }

    @Test(arguments: [
        0, 1, 951_782_399.999, 951_868_800, 1_795_260_278.767, 4_102_444_800, -1, -2_208_988_800.5, 253_402_300_799,
    ])
    func `times are written as other tools write them`(seconds: Double) throws {
        let date = Date(timeIntervalSince1970: seconds)
        let formatter = ISO8601DateFormatter()
        let text = Timestamp.text(of: date)
        #expect(text.prefix(19) + "Z" == formatter.string(from: Date(timeIntervalSince1970: seconds.rounded(.down))))
        let read = try #require(Timestamp.date(from: text))
        #expect(abs(read.timeIntervalSince(date)) < 0.001)
    }

    @Test func `times have milliseconds, and years from 1 to 9999`() {
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: 1_709_210_096.0625)) == "2024-02-29T12:34:56.062Z")
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: 1_709_210_096.5)) == "2024-02-29T12:34:56.500Z")
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: -1e15)) == "0001-01-01T00:00:00.000Z")
        #expect(Timestamp.text(of: Date(timeIntervalSince1970: 1e15)) == "9999-12-31T23:59:59.000Z")
    }

    @Test(arguments: [
        "", "2026-02-30T00:00:00Z", "2026-13-01T00:00:00Z", "2026-11-21T24:00:00Z", "2026-11-21 10:37:59Z",
        "2026-11-21T10:37:59+01:00", "2026-11-21T10:37:59.1Z", "2025-02-29T00:00:00Z", "２０２６-11-21T10:37:59Z",
    ])
    func `refuses what is no time in UTC`(text: String) {
        #expect(Timestamp.date(from: text) == nil)
    }
}

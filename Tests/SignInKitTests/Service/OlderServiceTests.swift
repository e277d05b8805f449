import Foundation
import SignInAPI
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// A newer kit meets an older service, which refuses members that it does not know.
@Suite struct OlderServiceTests {
    private let server = StandInService()
    private let request = NativeSignInRequest(
        attempt: "a", identityToken: "t", code: "c", name: PersonName(given: "Ann", family: nil), realUserStatus: 2,
        canAsk: true)

    private func service() throws -> SignInService {
        try SignInService(
            address: try AppUnderTest.address("https://sign-in.example.com"), client: "app", transport: server)
    }

    private func sent() async throws -> [Set<String>] {
        try await server.calls.map { call in
            let object = try JSONSerialization.jsonObject(with: call.body ?? Data()) as? [String: Any]
            return Set((object ?? [:]).keys)
        }
    }

    private let all: Set<String> = ["attempt", "identity_token", "code", "name", "real_user_status", "can_ask"]

    @Test func `optional members that the service does not know are left out, and the request is repeated once`()
        async throws
    {
        try await server.refuse(Route.signIn, unknown: ["can_ask", "real_user_status"])
        try await server.answer(Route.signIn, Sample.reply(token: "1"))
        #expect(try await service().complete(request).accessToken == Sample.reply(token: "1").accessToken)
        #expect(try await sent() == [all, ["attempt", "identity_token", "code", "name"]])
    }

    @Test func `members that the service refused are not sent again`() async throws {
        try await server.refuse(Route.signIn, unknown: ["can_ask"])
        try await server.answer(Route.signIn, Sample.reply(token: "1"))
        let service = try service()
        _ = try await service.complete(request)
        _ = try await service.complete(request)
        let without = all.subtracting(["can_ask"])
        #expect(try await sent() == [all, without, without])
    }

    @Test func `further members can turn out to be unknown later`() async throws {
        try await server.refuse(Route.signIn, unknown: ["can_ask"])
        try await server.answer(Route.signIn, Sample.reply(token: "1"))
        let service = try service()
        _ = try await service.complete(request)
        await server.forget(Route.signIn)
        try await server.refuse(Route.signIn, unknown: ["real_user_status"])
        try await server.answer(Route.signIn, Sample.reply(token: "2"))
        _ = try await service.complete(request)
        #expect(try await sent().last == ["attempt", "identity_token", "code", "name"])
    }

    @Test(arguments: [["name"], ["name", "can_ask"], ["code"], ["canAsk"], []])
    func `a request that cannot do without a member is not repeated`(names: [String]) async throws {
        try await server.refuse(Route.signIn, unknown: names)
        await #expect(throws: SignInFailure.refused(code: "member_unknown", requestID: "request")) {
            try await service().complete(request)
        }
        #expect(try await sent() == [all])
    }

    @Test func `a request is repeated once only`() async throws {
        try await server.refuse(Route.signIn, unknown: ["can_ask"])
        await #expect(throws: SignInFailure.refused(code: "member_unknown", requestID: "request")) {
            try await service().complete(request)
        }
        #expect(try await sent() == [all, all.subtracting(["can_ask"])])
    }

    @Test func `another refusal that names members is one`() async throws {
        try await server.answer(
            Route.signIn,
            APIError(
                error: "a_code", message: "", requestID: "request", documentation: "",
                unknown: [.init(name: "can_ask", nearest: nil)]),
            status: 400)
        await #expect(throws: SignInFailure.refused(code: "a_code", requestID: "request")) {
            try await service().complete(request)
        }
        #expect(try await sent() == [all])
    }

    @Test func `what is left out of one request stays in others`() async throws {
        try await server.refuse(Route.signIn, unknown: ["can_ask"])
        try await server.answer(Route.signIn, Sample.reply(token: "1"))
        try await server.answer(Route.end, ["": ""], status: 204)
        let service = try service()
        _ = try await service.complete(request)
        try await service.endSession(Secret("access-1"))
        #expect(try await sent().last == ["reason"])
    }

    @Test func `only members without which nothing of the person is lost are optional`() {
        #expect(NativeSignInRequest.members.optional == ["can_ask", "real_user_status"])
        #expect(NativeAttemptRequest.members.optional == [])
        #expect(AccountAnswerRequest.members.optional == [])
        #expect(AccountNameRequest.members.optional == [])
        #expect(LinkTicketRequest.members.optional == ["label"])
        #expect(OwnSessionEndRequest.members.optional == ["reason"])
    }
}

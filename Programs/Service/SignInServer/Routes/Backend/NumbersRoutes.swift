import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// The daily numbers, for the operator's own programs: one reads them, another reports what the app's other logins add.
struct NumbersRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .get, Paths.numbers, budget: .network(.backend), authentication: .serviceKey(.numbersRead),
                body: .none, use: read),
            Route(
                .post, Paths.numbersOfOtherLogins, budget: .network(.backend),
                authentication: .serviceKey(.numbersWrite), body: .json(OtherLoginsRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: report),
        ]
    }

    private func read(_ request: RouteRequest<ServiceCredential, Void>) async throws -> Response {
        let query = try request.query("from", "to", "measures", "by", "each")
        let words = NumbersQuestion.Words(
            from: query["from"], to: query["to"], measures: query["measures"], by: query["by"], each: query["each"])
        let question: NumbersQuestion
        do throws(NumbersQuestion.Fault) {
            question = try NumbersQuestion(words, today: CalendarDay(of: parts.environment.now()))
        } catch {
            throw RequestRefusal(.fieldInvalid(error.rawValue))
        }
        let table = try await DailyNumbers(parts.environment).answer(question)
        return try .json(NumbersReply(table))
    }

    private func report(_ request: RouteRequest<ServiceCredential, OtherLoginsRequest>) async throws -> Response {
        let message = request.body
        guard let day = CalendarDay(text: message.day) else { throw RequestRefusal(.fieldInvalid("day")) }
        var platform: Platform?
        if let name = message.platform {
            // A session of an OpenID client is under a browser's session, which is counted as a sign-in.
            guard let known = Platform(rawValue: name), known != .openID else {
                throw RequestRefusal(.fieldInvalid("platform"))
            }
            platform = known
        }
        try await OtherLogins(parts.environment).record(
            OtherLogin(
                day: day, provider: message.provider, client: message.client, platform: platform,
                registrations: message.registrations, signIns: message.signIns))
        return Response(status: .noContent)
    }
}

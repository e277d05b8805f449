import AccountStorage
import Hummingbird
import SignInAPI
import SignInFlows

/// Reports about messages that the app's backend sent, from the backend or from its mail server.
struct MailReportRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.mailReports, budget: .network(.backend), authentication: .serviceKey(.mail),
                body: .json(MailReportRequest.self, upTo: 4_096),
                stores: .afterProof(1_200, by: .trust), use: report),
            Route(
                .post, Paths.mailBounces, budget: .network(.backend), authentication: .serviceKey(.mail),
                body: .message(upTo: BouncedMessage.mostRead),
                stores: .afterProof(1_200, by: .trust), use: bounce),
        ]
    }

    private func report(_ request: RouteRequest<ServiceCredential, MailReportRequest>) async throws -> Response {
        let message = request.body
        guard let account = AccountID(text: message.account) else { throw RequestRefusal(.fieldInvalid("account")) }
        guard let outcome = MailReport.Outcome(rawValue: message.outcome) else {
            throw RequestRefusal(.fieldInvalid("outcome"))
        }
        guard let moment = Timestamp.date(from: message.occurredAt) else {
            throw RequestRefusal(.fieldInvalid("occurred_at"))
        }
        return try await take([
            MailReport(
                account: account, recipient: message.recipient, outcome: outcome,
                diagnostic: message.diagnostic ?? "", occurredAt: moment)
        ])
    }

    private func bounce(_ request: RouteRequest<ServiceCredential, [UInt8]>) async throws -> Response {
        try await take(reports.read(request.body))
    }

    private var reports: MailReports {
        MailReports(parts.environment, observe: { [metrics = parts.metrics] in metrics.record(mailReport: $0) })
    }

    private func take(_ told: [MailReport]) async throws -> Response {
        let tally = try await reports.take(told)
        return try .json(MailReportReply(counted: tally.counted, ignored: tally.ignored))
    }
}

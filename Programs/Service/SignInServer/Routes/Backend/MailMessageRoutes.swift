import AccountStorage
import HTTPServing
import Hummingbird
import SignInAPI
import SignInFlows

/// Messages of the app's backend to people, whose addresses it need not know.
struct MailMessageRoutes: RouteGroup {
    let parts: ServiceParts

    var routes: [Route] {
        [
            Route(
                .post, Paths.mailMessages, budget: .network(.backend), authentication: .serviceKey(.mailSend),
                // As much as a connection collects. The longest text has 48 KiB if all that is not ASCII is escaped.
                body: .json(MailMessageRequest.self, upTo: 65_536),
                stores: .afterProof(40_000, by: .trust), use: send),
            Route(
                .get, Paths.mailMessages, budget: .network(.backend), authentication: .serviceKey(.mailSend),
                body: .none, use: read),
        ]
    }

    private func send(_ request: RouteRequest<ServiceCredential, MailMessageRequest>) async throws -> Response {
        let message = request.body
        guard let account = AccountID(text: message.account) else { throw RequestRefusal(.fieldInvalid("account")) }
        let wanted: WantedMail
        do throws(WantedMail.Fault) {
            wanted = try WantedMail(
                account: account, key: message.idempotencyKey, subject: message.subject, text: message.text)
        } catch {
            throw RequestRefusal(.fieldInvalid(error.rawValue))
        }
        let found = try await AccountMail(parts.environment).send(wanted)
        return try .json(MailMessageReply(found), status: .accepted)
    }

    private func read(_ request: RouteRequest<ServiceCredential, Void>) async throws -> Response {
        guard let id = MailRequestID(text: try request.query("mail")["mail"] ?? "") else {
            throw RequestRefusal(.fieldInvalid("mail"))
        }
        return try .json(MailMessageReply(try await AccountMail(parts.environment).find(id)))
    }
}

extension MailMessageReply {
    fileprivate init(_ request: MailRequest) {
        self.init(
            mail: request.id.text, account: request.accountID.text, state: request.state.code,
            createdAt: Timestamp.text(of: request.createdAt))
    }
}

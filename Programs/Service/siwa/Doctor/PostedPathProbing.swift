import SignInAPI
import SignInFlows
import SignInWithApple

/// Posts what nobody could accept to the two paths that Apple posts to, through DNS, TLS and the proxy.
///
/// Proxies, firewalls and login pages treat a POST from elsewhere in another way than a GET. The service refuses the post
/// itself, and its refusal repeats the ID of the request, so nothing else is taken for it.
struct PostedPathProbing: Sendable {
    let url: PublicURL
    let transport: any HTTPTransport

    private struct Posted {
        let path: String
        let type: String
        let body: String
        /// Who posts there, for people.
        let sender: String
    }

    private static let paths = [
        Posted(
            path: Paths.appleNotifications, type: "application/json", body: "{}",
            sender: "Apple's servers, which have no cookie and follow no redirect, post"),
        Posted(
            path: Paths.webCallback, type: "application/x-www-form-urlencoded", body: "",
            sender: "Apple's page, in the browser of whoever signs in, posts"),
    ]

    func findings() async -> [Finding] {
        var findings: [Finding] = []
        for posted in Self.paths { findings.append(await finding(posted)) }
        return findings
    }

    private func finding(_ posted: Posted) async -> Finding {
        let address = url.origin + posted.path
        do throws(TransportFailure) {
            let response = try await transport.send(
                TransportRequest(
                    method: .post, url: address, headers: [("Content-Type", posted.type)],
                    body: Array(posted.body.utf8)))
            return Self.isOurs(response)
                ? .fine("post_reached", address, "A POST reaches the service.")
                : .postBlocked(address, status: response.status, sender: posted.sender)
        } catch {
            return .postSilent(address, error.code)
        }
    }

    /// Whether the service itself refused it: the ID in the header is in the reply, too.
    static func isOurs(_ response: TransportResponse) -> Bool {
        guard (400...499).contains(response.status), let id = response.header("X-Request-Id"), id.utf8.count == 16
        else { return false }
        return String(decoding: response.body, as: UTF8.self).contains(id)
    }
}

extension Finding {
    static func postBlocked(_ address: String, status: Int, sender: String) -> Finding {
        Finding(
            code: "post_blocked", level: .failure, subject: address,
            meaning: "A POST is answered with status \(status), and not by the service. \(sender) there.",
            advice:
                "Let the proxy pass POST to this path on: without a redirect, a login, a filter or a limit to other methods.",
            evidence: .judged)
    }

    static func postSilent(_ address: String, _ code: String) -> Finding {
        Finding(
            code: "post_silent", level: .unknown, subject: address, meaning: "A POST got no answer: \(code).",
            advice: "Run the doctor again. If only this path fails, look into the proxy's log.", evidence: .documented)
    }
}

import HTTPServing
import HTTPTypes

extension Page {
    /// The last page of the popup: posts the message. The script of the page that opened the window then closes it.
    static func webMessage(_ message: WebMessage, flow: String) -> Page {
        let host = message.targetOrigin.split(separator: "/").last.map(String.init)
        return Page(
            "web_message", title: PageText("return.title"),
            [
                "host": host ?? message.targetOrigin,
                "message": message.text, "target": message.targetOrigin, "flow": flow,
                "script": PagePolicy.webMessageScript,
            ])
    }
}

extension PagePolicy {
    /// Posts the message of the popup's last page, and reports if nobody closes the window.
    static let webMessageScript = String(decoding: PackageResources.web_message_js, as: UTF8.self)
}

/// What the popup's last page can notice about the window that opened it.
enum PopupFinding: String, Sendable {
    case noOpener = "no_opener"
    case noAnswer = "no_answer"

    func remark(_ target: String) -> Remark {
        switch self {
        case .noOpener:
            Remark(
                cause: "web_message_no_opener",
                explanation: "No window opened the popup, or the browser cut the connection to it. A page that opens "
                    + "it must not send Cross-Origin-Opener-Policy: same-origin.")
        case .noAnswer:
            Remark(
                cause: "web_message_no_answer",
                explanation: "The response was posted to \(target), the origin of the return URL, and the window was "
                    + "not closed. The page with the script must have that origin.")
        }
    }
}

extension AuthorizeSteps {
    /// The popup's last page reports what it noticed, for the log.
    func popup(_ visit: Visit) throws -> Answer {
        guard let message = visit.signIn.response?.webMessage,
            let finding = visit.fields["found"].flatMap(PopupFinding.init(rawValue:))
        else { throw Refusal.invalidRequest("page_form", "This sign-in has posted no message.") }
        var answer = Answer(status: .noContent)
        answer.client = visit.signIn.request.client.id
        answer.remark = finding.remark(message.targetOrigin)
        return answer
    }
}

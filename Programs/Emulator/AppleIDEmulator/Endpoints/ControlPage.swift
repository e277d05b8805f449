import HTTPServing
import Hummingbird

/// Access control for the pages that do what control calls do: open to everyone who may make control calls.
struct ControlPage: Sendable {
    let configuration: EmulatorConfiguration

    func admit(_ request: Request, _ body: (FormFields) throws -> Answer) throws -> Answer {
        do {
            try ControlAccess.require(
                authority: request.head.authority ?? "", origin: request.headers[.origin],
                authorization: request.headers[.authorization], configuration)
        } catch {
            return try error.answer
        }
        guard let fields = FormFields(decoding: (request.uri.query ?? "").utf8) else {
            return .refused(.invalidRequest("query_encoding", "The query is not percent-encoded UTF-8."), client: nil)
        }
        return try body(fields)
    }

    func post(_ request: Request, _ body: (FormFields) throws -> Answer) async throws -> Answer {
        let fields = try await request.form()
        return try admit(request) { _ in
            // a browser always sends an Origin with a POST, so a request without one does not come from the page
            guard request.headers[.origin] != nil, let fields else {
                return .refused(
                    .invalidRequest("page_form", "The page accepts only its own forms, percent-encoded."), client: nil)
            }
            return try body(fields)
        }
    }
}

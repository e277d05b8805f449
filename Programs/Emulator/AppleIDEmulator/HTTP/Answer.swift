import HTTPTypes
import Hummingbird
import NIOCore

/// A response, with what the log records about it.
struct Answer: Sendable {
    var status: HTTPResponse.Status
    var headers: [(name: String, value: String)]
    var body: [UInt8]
    var client: String?
    var person: String?
    var refusal: Refusal?
    /// What the log says about a request that was not refused.
    var remark: Remark?
    /// A body that is written as events happen, in place of `body`.
    var stream: ResponseBody?

    init(status: HTTPResponse.Status = .ok, headers: [(name: String, value: String)] = [], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// JSON with the headers observed at Apple.
    static func json(_ value: OrderedJSON, status: HTTPResponse.Status = .ok) -> Answer {
        Answer(
            status: status,
            headers: [
                ("Content-Type", "application/json;charset=UTF-8"), ("Cache-Control", "no-store"),
                ("Pragma", "no-cache"),
            ], body: value.bytes)
    }

    /// The reply to a control call.
    static func reply(_ value: some Encodable, status: HTTPResponse.Status = .ok) throws -> Answer {
        json(try OrderedJSON(encoding: value), status: status)
    }

    /// Keys or discovery. Apple's cache headers are unknown, so only a switch adds one.
    static func document(_ json: [UInt8], maxAge: Int) -> Answer {
        var answer = Answer(headers: [("Content-Type", "application/json;charset=UTF-8")], body: json)
        if maxAge > 0 { answer.headers.append(("Cache-Control", "max-age=\(maxAge)")) }
        return answer
    }

    /// A refusal like Apple's: 400 even for `invalid_client`, and without `WWW-Authenticate`.
    static func refused(_ refusal: Refusal, client: String?, withDescription: Bool = true) -> Answer {
        var members: [(name: String, value: OrderedJSON)] = [("error", .string(refusal.error))]
        if withDescription, let description = refusal.description {
            members.append(("error_description", .string(description)))
        }
        var answer = json(.object(members), status: .init(code: refusal.status))
        if let seconds = refusal.retryAfter { answer.headers.append(("Retry-After", String(seconds))) }
        answer.refusal = refusal
        answer.client = client
        return answer
    }

    /// A page, perhaps with one script, which may report to the emulator.
    static func page(
        _ html: String, status: HTTPResponse.Status = .ok, script: String? = nil, reports: Bool = false
    ) -> Answer {
        Answer(
            status: status,
            headers: [("Content-Type", "text/html; charset=utf-8"), ("Cache-Control", "no-store")]
                + PagePolicy.headers(script: script, reports: reports),
            body: Array(html.utf8))
    }

    /// A file that browsers save.
    static func download(_ bytes: [UInt8], as fileName: String, _ mediaType: String) -> Answer {
        Answer(
            headers: [
                ("Content-Type", mediaType), ("Content-Disposition", "attachment; filename=\"\(fileName)\""),
                ("Cache-Control", "no-store"),
            ], body: bytes)
    }

    /// A 303, so that the browser follows a form post with a GET (RFC 9110 §15.4.4).
    static func seeOther(_ location: String) -> Answer {
        Answer(
            status: .seeOther,
            headers: [("Location", location), ("Cache-Control", "no-store"), ("Referrer-Policy", "no-referrer")])
    }

    var response: Response {
        var fields = HTTPFields()
        for header in headers { fields.append(header.name, header.value) }
        return Response(
            status: status, headers: fields, body: stream ?? ResponseBody(byteBuffer: ByteBuffer(bytes: body)))
    }
}

extension HTTPFields {
    /// Sets a field by name. An invalid name is ignored.
    mutating func set(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { self[name] = value }
    }

    mutating func append(_ name: String, _ value: String) {
        if let name = HTTPField.Name(name) { append(HTTPField(name: name, value: value)) }
    }
}

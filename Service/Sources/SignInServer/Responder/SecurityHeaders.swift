import HTTPTypes
import Hummingbird

/// The headers of every reply. A header that the page has set itself is kept. The opener policy depends on the path alone,
/// so no page sets it.
struct SecurityHeaders: Sendable {
    private let fields: [HTTPField]

    /// - Parameter isSecure: whether browsers reach the service over TLS.
    init(isSecure: Bool) {
        var fields = [
            HTTPField(name: .cacheControl, value: "no-store"),
            HTTPField(
                name: .contentSecurityPolicy, value: "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
            HTTPField(name: .referrerPolicy, value: "no-referrer"),
            HTTPField(name: .xContentTypeOptions, value: "nosniff"),
            HTTPField(name: .xFrameOptions, value: "DENY"),
            HTTPField(name: .crossOriginResourcePolicy, value: "same-origin"),
            HTTPField(name: .permissionsPolicy, value: "camera=(), geolocation=(), microphone=()"),
        ]
        if isSecure { fields.append(HTTPField(name: .strictTransportSecurity, value: "max-age=31536000")) }
        self.fields = fields
    }

    /// Adds the missing headers and the request's id.
    func add(to response: inout Response, for request: Request, requestID: String) {
        let own = response.headers
        // Room for three more: the opener policy and the request's id here, and later the date.
        response.headers.reserveCapacity(own.count + fields.count + 3)
        for field in fields where !own.contains(field.name) { response.headers.append(field) }
        response.headers.append(
            HTTPField(name: .crossOriginOpenerPolicy, value: OpenerPolicy(path: request.uri.path).rawValue))
        response.headers.append(HTTPField(name: .xRequestID, value: requestID))
    }
}

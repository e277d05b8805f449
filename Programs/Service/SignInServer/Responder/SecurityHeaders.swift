import HTTPTypes
import Hummingbird

/// The headers of every reply. A header that the page has set itself is kept. The opener policy depends on the path alone,
/// so no page sets it.
struct SecurityHeaders: Sendable {
    /// The fields that do not depend on the request.
    let constant: [HTTPField]

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
        constant = fields
    }

    /// Adds the headers that depend on the request: that of its path, and its id.
    func add(to response: inout Response, _ openerPolicy: OpenerPolicy, requestID: String) {
        response.headers.append(HTTPField(name: .crossOriginOpenerPolicy, value: openerPolicy.rawValue))
        response.headers.append(HTTPField(name: .xRequestID, value: requestID))
    }

    /// Adds the constant headers that the page has not set itself. On a connection, they are prepared octets instead.
    func addConstant(to response: inout Response) {
        let own = response.headers
        response.headers.reserveCapacity(own.count + constant.count)
        for field in constant where !own.contains(field.name) { response.headers.append(field) }
    }
}

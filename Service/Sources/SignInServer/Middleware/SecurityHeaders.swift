import HTTPTypes
import Hummingbird

/// Headers of every reply. What a page sets itself stays.
struct SecurityHeaders: RouterMiddleware {
    /// Whether browsers reach the service over TLS.
    let isSecure: Bool

    @concurrent func handle(
        _ request: Request, context: ServiceContext,
        next: @concurrent (Request, ServiceContext) async throws -> Response
    ) async throws -> Response {
        var response = try await next(request, context)
        for (name, value) in fields where response.headers[name] == nil {
            response.headers[name] = value
        }
        response.headers[.xRequestID] = context.requestID
        return response
    }

    private var fields: [(HTTPField.Name, String)] {
        var fields: [(HTTPField.Name, String)] = [
            (.cacheControl, "no-store"),
            (.contentSecurityPolicy, "default-src 'none'; base-uri 'none'; frame-ancestors 'none'"),
            (.referrerPolicy, "no-referrer"),
            (.xContentTypeOptions, "nosniff"),
            (.xFrameOptions, "DENY"),
            (.crossOriginOpenerPolicy, "same-origin"),
            (.crossOriginResourcePolicy, "same-origin"),
            (.permissionsPolicy, "camera=(), geolocation=(), microphone=()"),
        ]
        if isSecure { fields.append((.strictTransportSecurity, "max-age=31536000")) }
        return fields
    }
}

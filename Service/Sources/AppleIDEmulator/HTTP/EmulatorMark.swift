import HTTPServing
import HTTPTypes
import Hummingbird

/// Marks every reply, refusals and unknown paths included: nobody must take an answer of the emulator for Apple's.
///
/// Answers 400 to a request with two hosts, and to one of HTTP/1.1 with none (RFC 9112 section 3.2), as any server on the way
/// to Apple does.
struct EmulatorMark: RouterMiddleware {
    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            guard request.head.hasOneHost else { throw HTTPError(.badRequest) }
            response = try await next(request, context)
        } catch let error as HTTPError {
            response = try error.response(from: request, context: context)
        }
        response.headers.set("Server", "Apple")
        response.headers.set("X-Emulator", "apple-id-emulator")
        response.headers.set("X-Content-Type-Options", "nosniff")
        return response
    }
}

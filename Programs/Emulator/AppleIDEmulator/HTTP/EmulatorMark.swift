import HTTPServing
import HTTPTypes
import Hummingbird

/// Marks every response, including refusals and unknown paths, so that nobody mistakes the emulator for Apple.
///
/// A browser gets a page at an unknown path, and a program the bare status. Answers 400 to a request with two hosts, and
/// to an HTTP/1.1 request with none (RFC 9112 §3.2), as any server in front of Apple does.
struct EmulatorMark: RouterMiddleware {
    /// Nil where only control calls are served.
    var pages: LocalPages?

    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        var response: Response
        do {
            guard request.head.hasOneHost else { throw HTTPError(.badRequest) }
            response = try await next(request, context)
        } catch let error as HTTPError {
            if let pages, error.status == .notFound, request.headers.askForPage {
                response = Answer.page(try pages.render(.unknownAddress), status: .notFound).response
            } else {
                response = try error.response(from: request, context: context)
            }
        }
        response.headers.set("Server", "Apple")
        response.headers.set("X-Emulator", "apple-id-emulator")
        response.headers.set("X-Content-Type-Options", "nosniff")
        return response
    }
}

import HTTPServing
import HTTPTypes
import Hummingbird
import Logging

/// Answers a control call that does not exist with the nearest one. An empty answer would leave a test with a typo
/// without a clue.
struct UnknownControlCall: RouterMiddleware {
    private static let root = "/_emulator"

    private let configuration: EmulatorConfiguration
    private let methods: [String: [String]]

    init(_ state: EmulatorState, _ logger: Logger) {
        let router = Router(context: EmulatorContext.self)
        ControlRoutes(state: state).add(to: router, EndpointRunner(state: state, logger: logger))
        configuration = state.configuration
        methods = Dictionary(grouping: router.routes) { "\($0.path)" }.mapValues { $0.map(\.method.rawValue).sorted() }
    }

    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && isControlCall(request) {
            return answer(to: request).response
        }
    }

    private func isControlCall(_ request: Request) -> Bool {
        request.uri.path == Self.root || request.uri.path.hasPrefix(Self.root + "/")
    }

    private func answer(to request: Request) -> Answer {
        do throws(ControlRefusal) {
            try ControlAccess.require(
                authority: request.head.authority ?? "", origin: request.headers[.origin],
                authorization: request.headers[.authorization], configuration)
            try KnownNames(methods.keys.sorted()).requireCall(request.uri.path)
        } catch {
            return error.answer
        }
        // the path exists, so the method must be wrong (RFC 9110 §15.5.6)
        let allowed = methods[request.uri.path] ?? []
        var answer = ControlRefusal(
            status: 405, code: "method_unknown",
            message: "\(request.uri.path) takes \(allowed.joined(separator: " or "))."
        ).answer
        answer.headers.append(("Allow", allowed.joined(separator: ", ")))
        return answer
    }
}

extension KnownNames {
    /// Requires that a path is one of the control calls.
    fileprivate func requireCall(_ path: String) throws(ControlRefusal) {
        do throws(NameFault) {
            try check(parameters: [path])
        } catch {
            let sentences = error.names?.sentences ?? ""
            throw ControlRefusal(
                status: 404, code: "call_unknown", message: "There is no such control call. " + sentences,
                names: error.names)
        }
    }
}

import HTTPServing
import HTTPTypes
import Hummingbird
import Logging

/// Answers a control call that does not exist with the nearest one. An empty answer would leave a test with a typo
/// without a clue.
struct UnknownControlCall: RouterMiddleware {
    private static let root = "/_emulator"

    private let configuration: EmulatorConfiguration
    /// The methods of each call, by its path below `/_emulator`.
    private let methods: [String: [String]]

    init(_ state: EmulatorState, _ logger: Logger) {
        let router = Router(context: EmulatorContext.self)
        ControlRoutes(state: state).add(to: router, EndpointRunner(state: state, logger: logger))
        configuration = state.configuration
        let calls = Dictionary(grouping: router.routes) { Self.name("\($0.path)") }
        methods = calls.mapValues { routes in routes.map { $0.method.rawValue }.sorted() }
    }

    private static func name(_ path: String) -> String { path == root ? "/" : String(path.dropFirst(root.count)) }

    @concurrent func handle(
        _ request: Request, context: EmulatorContext,
        next: @concurrent (Request, EmulatorContext) async throws -> Response
    ) async throws -> Response {
        do {
            return try await next(request, context)
        } catch let error as HTTPError where error.status == .notFound && isControlCall(request) {
            return try answer(to: request).response
        }
    }

    private func isControlCall(_ request: Request) -> Bool {
        request.uri.path == Self.root || request.uri.path.hasPrefix(Self.root + "/")
    }

    private func answer(to request: Request) throws -> Answer {
        let name = Self.name(request.uri.path)
        do throws(ControlRefusal) {
            try ControlAccess.require(
                authority: request.head.authority ?? "", origin: request.headers[.origin],
                authorization: request.headers[.authorization], configuration)
            try KnownNames(methods.keys.sorted()).requireCall(name)
        } catch {
            return try error.answer
        }
        // the path exists, so the method must be wrong (RFC 9110 §15.5.6)
        let allowed = methods[name] ?? []
        var answer = try ControlRefusal(
            status: 405, code: "method_unknown",
            message: "\(request.uri.path) takes \(allowed.joined(separator: " or "))."
        ).answer
        answer.headers.append(("Allow", allowed.joined(separator: ", ")))
        return answer
    }
}

extension KnownNames {
    /// Requires that a name is that of a control call.
    fileprivate func requireCall(_ name: String) throws(ControlRefusal) {
        do throws(NameFault) {
            try check(parameters: [name])
        } catch {
            let sentences = error.names?.sentences ?? ""
            throw ControlRefusal(
                status: 404, code: "call_unknown", message: "There is no such control call. " + sentences,
                names: error.names)
        }
    }
}

import HTTPServing
import HTTPTypes
import Hummingbird
import Logging
import NIOCore

/// Runs an endpoint, applies a fault if one is set, and logs the request.
struct EndpointRunner: Sendable {
    typealias Endpoint = @Sendable (Request) async throws -> Answer

    let state: EmulatorState
    let logger: Logger

    func add(
        _ method: HTTPRequest.Method, _ path: RouterPath, _ name: EndpointName,
        to router: Router<EmulatorContext>, _ endpoint: @escaping Endpoint
    ) {
        router.on(path, method: method) { request, context in
            let response = try await run(name, request, context, endpoint)
            return method == .head ? response.createHeadResponse() : response
        }
    }

    private func run(
        _ name: EndpointName, _ request: Request, _ context: EmulatorContext, _ endpoint: Endpoint
    ) async throws -> Response {
        var request = request
        let client: String?
        do {
            client = state.faults.asksForClient(name) ? try await request.clientID() : nil
        } catch {
            let answer = answer(to: error)
            record(request, answer, nil)
            return answer.response
        }
        let fault = state.takeFault(name, client: client)
        var answer: Answer
        if let fault, !fault.runsEndpoint {
            answer = Answer()
        } else {
            if let fault, fault.holdsRequest {
                // The body is read first: a late request was sent completely, and its sender may be gone by then.
                _ = try await request.collectBody(upTo: ClientRequest.maximumBody)
                await fault.hold(state)
            }
            answer = await answered(request, endpoint)
            await state.holdAnswer(about: answer.person)
        }
        var response = answer.response
        if let fault {
            response = try await fault.response(replacing: answer, state: state, connection: context)
            answer.status = response.status
        }
        record(request, answer, fault)
        return response
    }

    private func answered(_ request: Request, _ endpoint: Endpoint) async -> Answer {
        do {
            return try await endpoint(request)
        } catch {
            return answer(to: error)
        }
    }

    private func answer(to error: any Error) -> Answer {
        switch error {
        case let refusal as Refusal:
            return .refused(refusal, client: nil)
        case let error as any HTTPResponseError where error.status == .contentTooLarge:
            return .refused(
                .invalidRequest("body_too_large", "The body is larger than this endpoint reads."), client: nil)
        case let fault as StateFileFault:
            logger.error("state not kept", metadata: ["error": "\(fault)"])
            return fault.answer
        default:
            logger.error("emulator failed", metadata: ["error": "\(error)"])
            return .json(.object([("error", .string("emulator_failed"))]), status: .internalServerError)
        }
    }

    private func record(_ request: Request, _ answer: Answer, _ fault: Fault?) {
        let entry = state.note { world in
            let entry = RequestLog.Entry(
                at: world.clock.now, method: request.method.rawValue, path: request.uri.path,
                status: answer.status.code, client: answer.client, person: answer.person,
                error: answer.refusal?.error, cause: answer.refusal?.cause ?? answer.remark?.cause,
                explanation: answer.refusal?.explanation ?? answer.remark?.explanation, fault: fault?.name)
            // reading the log or the events must not fill them
            guard !entry.path.hasPrefix("/_emulator/log"), entry.path != EventControl.path else { return entry }
            world.log.add(entry)
            world.tell(.request, client: entry.client, person: entry.person, .request(entry))
            return entry
        }
        let level: Logger.Level = entry.cause == nil ? .debug : .info
        guard logger.logLevel <= level else { return }
        var metadata: Logger.Metadata = ["path": "\(entry.path)", "status": "\(entry.status)"]
        if let client = entry.client { metadata["client"] = "\(client)" }
        if let cause = entry.cause { metadata["cause"] = "\(cause)" }
        if let explanation = entry.explanation { metadata["explanation"] = "\(explanation)" }
        if let fault = entry.fault { metadata["fault"] = "\(fault)" }
        logger.log(level: level, "emulator answered", metadata: metadata)
    }
}

extension Request {
    /// The `client_id` of a query or a form. The body is collected, so that the endpoint can still read it.
    fileprivate mutating func clientID() async throws -> String? {
        if method == .get { return FormFields(decoding: (uri.query ?? "").utf8)?["client_id"] }
        let bytes = try await Self.framed { try await collectBody(upTo: ClientRequest.maximumBody) }
        return FormFields(decoding: bytes.readableBytesView)?["client_id"]
    }

    /// The body's bytes, at most `limit` of them.
    func bytes(upTo limit: Int) async throws -> [UInt8] {
        Array((try await Self.framed { try await body.collect(upTo: limit) }).readableBytesView)
    }

    /// The bytes of a body. If its framing is invalid, the request is at fault (RFC 9112 §6.3), not the emulator.
    private static func framed(_ collect: () async throws -> ByteBuffer) async throws -> ByteBuffer {
        do {
            return try await collect()
        } catch let error as any HTTPResponseError {
            throw error
        } catch {
            throw Refusal.invalidRequest(
                "body_broken", "The body's framing is invalid, or the connection ended within it.")
        }
    }

    /// The fields of a form, or nil if the body is not one.
    func form() async throws -> FormFields? {
        guard mediaType == "application/x-www-form-urlencoded" else { return nil }
        return FormFields(decoding: try await bytes(upTo: 65_536))
    }

    /// The media type without parameters, in lower case.
    var mediaType: String {
        String((headers[.contentType] ?? "").prefix { $0 != ";" }).trimmedASCII.lowercased()
    }
}

extension String {
    var trimmedASCII: String {
        String(drop { $0 == " " || $0 == "\t" }.reversed().drop { $0 == " " || $0 == "\t" }.reversed())
    }
}

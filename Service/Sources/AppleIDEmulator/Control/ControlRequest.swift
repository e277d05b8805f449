import Crypto
import Foundation
import HTTPServing
import Hummingbird

/// Why a control call was refused.
struct ControlRefusal: Error {
    let status: Int
    let code: String
    let message: String

    static func badRequest(_ code: String, _ message: String) -> ControlRefusal {
        ControlRefusal(status: 400, code: code, message: message)
    }

    static func notFound(_ code: String, _ message: String) -> ControlRefusal {
        ControlRefusal(status: 404, code: code, message: message)
    }

    var answer: Answer {
        .json(.object([("error", .string(code)), ("message", .string(message))]), status: .init(code: status))
    }
}

/// Who may make control calls: any holder of the control token or, if none is configured, only this machine.
enum ControlAccess {
    static func require(
        authority: String, origin: String?, authorization: String?, _ configuration: EmulatorConfiguration
    ) throws(ControlRefusal) {
        if let token = configuration.controlToken {
            let sent = authorization ?? ""
            // hashed first, so that the time of the comparison does not depend on what was sent
            guard SHA256.hash(data: Data(sent.utf8)) == SHA256.hash(data: Data("Bearer \(token)".utf8)) else {
                throw ControlRefusal(
                    status: 401, code: "control_token", message: "Send the control token as Authorization: Bearer.")
            }
            return
        }
        guard configuration.listen.isLoopback else {
            throw ControlRefusal(
                status: 404, code: "control_off",
                message: "Control calls are off: the emulator is not bound to loopback and has no control token.")
        }
        // a browser sends the origin of the page that a POST comes from
        if let origin, !isLoopback(origin: origin) {
            throw ControlRefusal(
                status: 403, code: "control_origin",
                message: "Control calls must come from this machine, not from \(origin).")
        }
        // any site can resolve its own name to 127.0.0.1 (DNS rebinding), so Host must be a loopback name
        let host = host(of: authority)
        guard ListenAddress.isLoopback(host) else {
            throw ControlRefusal(
                status: 403, code: "control_host", message: "Control calls need a loopback name, not \(host).")
        }
    }

    private static func isLoopback(origin: String) -> Bool {
        let parts = origin.split(separator: "://", maxSplits: 1, omittingEmptySubsequences: false)
        return parts.count == 2 && ["http", "https"].contains(parts[0]) && ListenAddress.isLoopback(host(of: parts[1]))
    }

    private static func host(of authority: some StringProtocol) -> String {
        ListenAddress(String(authority))?.host ?? String(authority)
    }
}

extension Request {
    /// A control call's body. The media type is required, since a page of another site cannot send it without a CORS
    /// preflight.
    func controlBytes(upTo limit: Int = 1 << 20) async throws -> [UInt8] {
        guard mediaType == "application/json" else {
            throw ControlRefusal(status: 415, code: "content_type", message: "Send application/json.")
        }
        do {
            return try await bytes(upTo: limit)
        } catch let refusal as Refusal {
            throw ControlRefusal.badRequest("body_broken", refusal.explanation)
        } catch {
            throw ControlRefusal(status: 413, code: "body_too_large", message: "The body is too large.")
        }
    }

    /// A control call's JSON body.
    func control<Value: Decodable>(_ type: Value.Type, upTo limit: Int = 1 << 20) async throws -> Value {
        let bytes = try await controlBytes(upTo: limit)
        let decoder = JSONDecoder()
        decoder.keyDecodingStrategy = .convertFromSnakeCase
        do {
            return try decoder.decode(type, from: Data(bytes))
        } catch let error as DecodingError {
            throw ControlRefusal.badRequest("body_invalid", error.sentence)
        } catch {
            throw ControlRefusal.badRequest("body_invalid", "The body is not the JSON this call expects.")
        }
    }
}

extension DecodingError {
    /// A sentence that names the invalid member.
    var sentence: String {
        switch self {
        case .keyNotFound(let key, _): "The member \(key.stringValue) is missing."
        case .typeMismatch(_, let context), .valueNotFound(_, let context):
            "The member \(context.codingPath.map(\.stringValue).joined(separator: ".")) has the wrong type."
        case .dataCorrupted(let context):
            context.codingPath.isEmpty
                ? "The body is not JSON."
                : "The member \(context.codingPath.map(\.stringValue).joined(separator: ".")) has an unknown value."
        @unknown default: "The body is not the JSON this call expects."
        }
    }
}

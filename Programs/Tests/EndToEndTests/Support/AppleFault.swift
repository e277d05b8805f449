import ChildPrograms
import Foundation
import Testing

/// A fault on Apple's side, in the form of the emulator's control call.
struct AppleFault: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let fault: [String: FaultValue]
    /// The seconds in `Retry-After` that the service must pass on; `nil` if it may choose.
    var retryAfter: Int?

    enum FaultValue: Sendable {
        case text(String)
        case number(Int)
        case fields([String: String])

        var json: Any {
            switch self {
            case .text(let text): text
            case .number(let number): number
            case .fields(let fields): fields
            }
        }
    }

    init(_ description: String, _ fault: [String: FaultValue], retryAfter: Int? = nil) {
        testDescription = description
        self.fault = fault
        self.retryAfter = retryAfter
    }

    /// Applies the fault to every request to the endpoint until all faults are cleared.
    func breaks(_ endpoint: String, of system: SignInSystem) async throws {
        var fault = fault.mapValues(\.json)
        if let headers = fault["headers"] as? [String: String] {
            fault["headers"] = headers.mapValues {
                $0.replacingOccurrences(of: "{apple}", with: system.emulator.baseURL)
            }
        }
        try await system.control("/faults", ["endpoint": endpoint, "fault": fault])
    }
}

extension SignInSystem {
    func mendApple() async throws {
        _ = try await Browser.send(.delete, emulator.baseURL + "/_emulator/faults")
    }

    /// Whether so many requests wait at a gate.
    func holds(_ count: Int, at gate: String) async throws -> Bool {
        let board = try await Browser.send(.get, emulator.baseURL + "/_emulator/faults")
        return board.body.filter { !$0.isWhitespace }.contains(#""\#(gate)":\#(count)"#)
    }
}

extension AppleFault {
    static func status(_ status: Int, _ body: String = "", headers: [String: String] = [:]) -> [String: FaultValue] {
        ["kind": .text("status"), "status": .number(status), "body": .text(body), "headers": .fields(headers)]
    }

    /// Whether the emulator holds the request and logs it only when it is released.
    var isHeld: Bool { fault["gate"] != nil }

    private static func redirect(_ status: Int, to location: String) -> [String: FaultValue] {
        Self.status(status, headers: ["Location": location])
    }

    private static let page = ["Content-Type": "text/html"]

    /// Wrong answers that arrive at once.
    static let quick: [AppleFault] =
        [
            AppleFault("500", status(500)),
            AppleFault("502 with a page", status(502, "<html>Bad Gateway</html>", headers: page)),
            AppleFault("503 with Retry-After", status(503, headers: ["Retry-After": "17"]), retryAfter: 17),
            AppleFault("429 with Retry-After", status(429, headers: ["Retry-After": "23"]), retryAfter: 23),
            AppleFault("404", status(404, "{}")),
            AppleFault("400 of an unknown name", status(400, #"{"error":"strange"}"#)),
            AppleFault("octets that are not text", ["kind": .text("garbage")]),
            AppleFault(
                "octets said to be gzip",
                ["kind": .text("garbage"), "headers": .fields(["Content-Encoding": "gzip"])]),
            AppleFault("an empty body", status(200)),
            AppleFault("a page", status(200, "<html>Sorry</html>", headers: page)),
            AppleFault("JSON cut short", status(200, #"{"access_token":"a","keys":[{"kty":"#)),
            AppleFault("a JSON array", status(200, "[1,2,3]")),
            AppleFault(
                "a member twice",
                status(200, #"{"access_token":"a","access_token":"b","id_token":"x","keys":[],"keys":[]}"#)),
            AppleFault("JSON of depth 10,000", status(200, String(repeating: #"{"a":"#, count: 10_000))),
            AppleFault("JSON of depth 100,000", status(200, String(repeating: "[", count: 100_000))),
            AppleFault("half an answer", ["kind": .text("cut")]),
        ] + redirects

    /// Redirects to a place where following them would appear in the emulator's log, or would read a file.
    static let redirects: [AppleFault] = [
        AppleFault("301", redirect(301, to: "{apple}/.well-known/openid-configuration")),
        AppleFault("302", redirect(302, to: "{apple}/.well-known/openid-configuration")),
        AppleFault("307", redirect(307, to: "{apple}/auth/revoke")),
        AppleFault("308", redirect(308, to: "{apple}/auth/revoke")),
        AppleFault("302 to a file", redirect(302, to: "file:///etc/passwd")),
    ]

    /// Answers that would use unlimited memory.
    static let large: [AppleFault] = [
        AppleFault("a body of 40 MiB", ["kind": .text("huge"), "size": .number(40 << 20)]),
        AppleFault("a body without end", ["kind": .text("endless")]),
    ]

    /// Answers that would take unlimited time.
    static let slow: [AppleFault] = [
        AppleFault("no answer at all", ["kind": .text("gate"), "gate": .text("never")]),
        AppleFault("one byte at a time", ["kind": .text("drip"), "interval_ms": .number(100)]),
    ]
}

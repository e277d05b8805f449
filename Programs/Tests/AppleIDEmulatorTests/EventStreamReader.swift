import AsyncHTTPClient
import Foundation
import HTTPTypes
import HummingbirdTesting
import JSONWebTokens
import NIOCore
import NIOHTTP1
import Testing
import Waiting

@testable import AppleIDEmulator

/// One block of a server-sent event stream.
struct StreamedEvent: Sendable {
    var id: String?
    var type = ""
    var data = ""

    var json: JSONObject {
        get throws { try StrictJSONReader.readObject(Array(data.utf8), limits: TokenLimits(maximumBytes: 1 << 20)) }
    }

    /// The complete blocks of a text, as a browser reads them.
    static func blocks(of text: String) -> [StreamedEvent] {
        var blocks: [StreamedEvent] = []
        var block = StreamedEvent()
        for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
            if line.isEmpty {
                if !block.data.isEmpty { blocks.append(block) }
                block = StreamedEvent()
            } else if line.hasPrefix("id: ") {
                block.id = String(line.dropFirst(4))
            } else if line.hasPrefix("event: ") {
                block.type = String(line.dropFirst(7))
            } else if line.hasPrefix("data: ") {
                block.data += line.dropFirst(6)
            }
        }
        return blocks
    }
}

extension Caller {
    /// Reads a stream over a socket until the emulator ends it. `connected` runs once the stream has begun.
    func stream(
        _ query: String, headers: HTTPFields = [:], connected: () async throws -> Void = {}
    ) async throws -> String {
        let port = try #require(port)
        var request = HTTPClientRequest(url: "http://127.0.0.1:\(port)/_emulator/events?\(query)")
        for field in headers { request.headers.add(name: field.name.rawName, value: field.value) }
        let reply = try await HTTPClient.patient.patientAnswer(to: request)
        try #require(reply.status == .ok)
        #expect(reply.headers.first(name: "content-type") == "text/event-stream")
        try await connected()
        var text = ""
        for try await buffer in reply.body { text += String(buffer: buffer) }
        return text
    }

    func events(
        _ query: String, headers: HTTPFields = [:], connected: () async throws -> Void = {}
    ) async throws -> [StreamedEvent] {
        StreamedEvent.blocks(of: try await stream(query, headers: headers, connected: connected))
    }

    /// Everything that has happened so far.
    func eventsSoFar(_ filter: String = "") async throws -> [StreamedEvent] {
        try await events("since=0&wait=false" + filter)
    }
}

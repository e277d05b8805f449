import Foundation

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// Control calls of an emulator (`Documentation/emulator.md`, "Control calls").
struct EmulatorCalls: Sendable {
    let baseURL: URL
    /// Needed if the emulator is not on this machine.
    var token: String?

    func post<Reply: Decodable>(_ path: String, _ body: any Encodable, _ reply: Reply.Type) async throws -> Reply {
        try Self.read(reply, try await send("POST", path, try JSONEncoder().encode(body)))
    }

    func get<Reply: Decodable>(
        _ path: String, _ query: [(name: String, value: String)], _ reply: Reply.Type
    ) async throws -> Reply {
        let text = query.map { "\($0.name)=\(Self.encoded($0.value))" }.joined(separator: "&")
        return try Self.read(reply, try await send("GET", path + (text.isEmpty ? "" : "?" + text), nil))
    }

    func send(_ method: String, _ path: String, _ body: Data?) async throws -> Data {
        let base = baseURL.absoluteString
        guard let url = URL(string: (base.hasSuffix("/") ? base : base + "/") + "_emulator/" + path) else {
            throw EmulatorFailure("unreachable", "\(base) is no URL for control calls.")
        }
        var request = URLRequest(url: url)
        request.httpMethod = method
        request.httpBody = body
        if body != nil { request.setValue("application/json", forHTTPHeaderField: "Content-Type") }
        if let token { request.setValue("Bearer " + token, forHTTPHeaderField: "Authorization") }
        let (data, response): (Data, URLResponse)
        do {
            (data, response) = try await URLSession.shared.data(for: request)
        } catch {
            throw EmulatorFailure("unreachable", "The emulator at \(base) does not answer.")
        }
        let status = (response as? HTTPURLResponse)?.statusCode ?? 0
        guard (200...299).contains(status) else {
            let refusal = try? JSONDecoder().decode(Refusal.self, from: data)
            throw EmulatorFailure(
                refusal?.error ?? "status_\(status)",
                refusal?.message ?? "The emulator at \(base) answered \(path) with \(status).", cause: refusal?.cause)
        }
        return data
    }

    private static func read<Reply: Decodable>(_ reply: Reply.Type, _ data: Data) throws -> Reply {
        do {
            return try JSONDecoder().decode(reply, from: data)
        } catch {
            throw EmulatorFailure("answer_invalid", "What answers is no emulator that this version knows: \(error)")
        }
    }

    /// A value of a query, in which `+` would be a space.
    private static func encoded(_ text: String) -> String {
        let plain = "-._~abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789"
        return text.addingPercentEncoding(withAllowedCharacters: CharacterSet(charactersIn: plain)) ?? ""
    }

    private struct Refusal: Decodable {
        let error: String
        let message: String?
        let cause: String?
    }
}

/// An answer of which nothing is needed.
struct NoReply: Decodable {}

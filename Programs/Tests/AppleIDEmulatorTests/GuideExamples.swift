import AppleIDEmulator
import Foundation
import HTTPServing

#if canImport(FoundationNetworking)
    import FoundationNetworking
#endif

/// The Swift examples of Documentation/emulator.md; a test compares them line by line.
enum GuideExamples {
    static func overHTTP(base: URL) async throws -> String? {
        // guide: over HTTP
        func call(_ path: String, _ body: [String: Any]) async throws -> [String: Any] {
            var request = URLRequest(url: base.appending(path: "_emulator").appending(path: path))
            request.httpMethod = "POST"
            request.setValue("application/json", forHTTPHeaderField: "Content-Type")
            request.httpBody = try JSONSerialization.data(withJSONObject: body)
            let (data, _) = try await URLSession.shared.data(for: request)
            return try JSONSerialization.jsonObject(with: data) as? [String: Any] ?? [:]
        }
        let credential = try await call(
            "device/credentials", ["person": "maya", "bundle_id": "com.example.app", "scopes": ["name", "email"]])
        let token = credential["identity_token"] as? String  // what the app would send to your server
        // end
        return token
    }

    static func inProcess() async throws -> String {
        // guide: in process
        let server = try EmulatorServer(
            configuration: EmulatorConfiguration(
                listen: ListenAddress(host: "127.0.0.1", port: 0),
                teams: ["main": EmulatorTeam(teamID: "ABCDE12345", apps: ["com.example.app": nil])],
                people: ExampleSetup.people))
        let running = Task { try await server.run() }  // or add it to a ServiceGroup
        let baseURL = try await server.baseURL  // waits until the socket is bound
        // end
        running.cancel()
        _ = await running.result
        return baseURL
    }
}

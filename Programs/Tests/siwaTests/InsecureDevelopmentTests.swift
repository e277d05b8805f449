import AccountStorageSQLite
import Foundation
import Logging
import Settings
import SignInServer
import SignInWithApple
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import siwa

@Suite struct InsecureDevelopmentTests {
    /// How a call to this emulator fails, on a port without a listener.
    private func failure(baseURL: String, isInsecure: Bool) async throws -> TransportFailure? {
        let folder = try TemporaryFolder()
        try folder.writeKey()
        let json = SampleConfiguration.json("", apple: baseURL)
        let configuration = try ServerConfiguration(
            json: Array(json.utf8), directory: folder.url.path, allowsInsecureDevelopment: isInsecure)
        let parts = try await ServiceComposition(configuration, logger: Logger(label: "test")).parts()
        var failure: TransportFailure?
        do throws(TransportFailure) {
            _ = try await parts.transport.send(
                TransportRequest(method: .get, url: configuration.apple.endpoints.keys))
        } catch {
            failure = error
        }
        await parts.database.close()
        try await parts.transport.shutdown()
        return failure
    }

    // 0.0.0.0 is not a loopback address, but it leads to this machine; port 9 (discard) is closed.
    @Test func `the service calls the emulator that the flag lets it have`() async throws {
        #expect(try await failure(baseURL: "http://0.0.0.0:9", isInsecure: true) == .connectFailed)
    }

    @Test func `without the flag there is no such emulator`() async throws {
        await #expect(throws: ConfigurationFaults.self) {
            try await failure(baseURL: "http://0.0.0.0:9", isInsecure: false)
        }
    }
}

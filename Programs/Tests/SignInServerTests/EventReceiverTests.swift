import Foundation
import HTTPTypes
import Hummingbird
import HummingbirdTesting
import NIOCore
import SignInFlows
import SignInWithApple
import Synchronization
import TestDoubles
import Testing

@testable import SignInServer

/// The stand-in for a backend of `siwa webhooks listen`.
@Suite struct EventReceiverTests {
    private final class Kept: Sendable {
        private let received = Mutex<[EventReceiver.Received]>([])

        var all: [EventReceiver.Received] { received.withLock { $0 } }
        func append(_ one: EventReceiver.Received) { received.withLock { $0.append(one) } }
    }

    private static let now = Date(timeIntervalSince1970: 1_795_000_000)
    private let secret = WebhookSecret.make { Array(repeating: 1, count: $0) }

    private func delivery() throws -> TransportRequest {
        let sample = SampleEvent(
            .accountDeleted, account: String(repeating: "a", count: 32), externalID: nil, reason: nil, at: Self.now,
            randomBytes: { Array(repeating: 7, count: $0) })
        let endpoint = WebhookEndpoint(url: "https://api.example.com/hooks", secrets: [secret], timeout: 15)
        return sample.request(to: try #require(endpoint), at: Self.now)
    }

    /// The statuses that a receiver answers to these deliveries, and what it handed on.
    private func answers(
        to deliveries: [TransportRequest], status: Int = 204
    ) async throws -> (statuses: [Int], received: [EventReceiver.Received]) {
        let kept = Kept()
        let receiver = EventReceiver(secrets: [secret], status: status, now: { Self.now }, take: { kept.append($0) })
        let statuses = try await Application(router: receiver.router).test(.router) { client in
            var statuses: [Int] = []
            for delivery in deliveries {
                var headers: HTTPFields = [:]
                for field in delivery.headers {
                    let name = try #require(HTTPField.Name(field.name))
                    headers[name] = field.value
                }
                let answer = try await client.executeRequest(
                    uri: "/any/path", method: .post, headers: headers, body: ByteBuffer(bytes: delivery.body))
                statuses.append(answer.status.code)
            }
            return statuses
        }
        return (statuses, kept.all)
    }

    @Test func `a genuine delivery gets the wished answer, and is handed on with its body`() async throws {
        let delivery = try delivery()
        for status in [204, 503] {
            let (statuses, received) = try await answers(to: [delivery], status: status)
            #expect(statuses == [status])
            #expect(received.map(\.fault) == [nil])
            #expect(received.map(\.body) == [delivery.body])
            let id = try #require(delivery.headers.first { $0.name == "webhook-id" }?.value)
            #expect(received.map(\.id) == [id])
        }
    }

    @Test func `a changed delivery gets 401, whatever answer was wished`() async throws {
        var changed = try delivery()
        changed.body.append(UInt8(ascii: " "))
        let (statuses, received) = try await answers(to: [changed], status: 200)
        #expect(statuses == [401])
        #expect(received.map(\.fault) == [.signatureWrong])
    }
}

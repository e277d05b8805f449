import Foundation
import Testing

@testable import AppleIDEmulator
@testable import HTTPServing

/// How programs reach the emulator that do not know names under `.localhost`.
@Suite struct LocalAddressTests {
    private func local(_ listen: String, _ base: String) throws -> LocalAddress {
        LocalAddress(baseURL: base, listen: try #require(ListenAddress(listen)))
    }

    @Test(arguments: [
        ("idp.localhost:0", "http://idp.localhost:40123", "http://127.0.0.1:40123"),
        ("localhost:9080", "https://localhost:9080", "https://127.0.0.1:9080"),
        ("127.0.0.1:9080", "http://127.0.0.1:9080", "http://127.0.0.1:9080"),
        ("127.0.0.2:9080", "http://127.0.0.2:9080", "http://127.0.0.2:9080"),
        ("[::1]:9080", "http://[::1]:9080", "http://[::1]:9080"),
        ("0.0.0.0:9080", "http://0.0.0.0:9080", "http://127.0.0.1:9080"),
        ("192.0.2.7:9080", "http://192.0.2.7:9080", nil), ("apple.example:9080", "http://apple.example:9080", nil),
    ])
    func `an address stands beside the name`(_ listen: String, _ base: String, _ expected: String?) throws {
        #expect(try local(listen, base).loopbackURL == expected)
    }

    @Test(arguments: ["emulator.md", "emulator-clients.md", "emulator/templates.md"])
    func `a guide begins with the address and with how to go on`(_ guide: String) throws {
        let beginning = try GuideTests.text("Documentation/" + guide).split(separator: "\n").prefix(14).joined()
        #expect(beginning.contains("loopback_url") && beginning.contains("listen 127.0.0.1:9080"))
    }

    @Test func `a name that the resolver knows needs no advice`() async throws {
        let local = try local("idp.localhost:9080", "http://idp.localhost:9080")
        #expect(await local.advice { $0 == "idp.localhost" ? ["127.0.0.1"] : [] }.isEmpty)
    }

    @Test func `a name that the resolver does not know comes with three ways out`() async throws {
        let local = try local("idp.localhost:9080", "http://idp.localhost:9080")
        let advice = await local.advice { _ in [] }.joined(separator: "\n")
        #expect(advice.contains("127.0.0.1 idp.localhost"))
        #expect(advice.contains("listen 127.0.0.1:9080"))
        #expect(advice.contains("give such programs http://127.0.0.1:9080"))
    }

    @Test(arguments: ["127.0.0.1:9080", "apple.example:9080"])
    func `an address and somebody's own name are not looked up`(_ listen: String) async throws {
        let advice = try await local(listen, "http://" + listen).advice { name in
            Issue.record("\(name) was looked up")
            return []
        }
        #expect(advice.isEmpty)
    }

    @Test(arguments: ["0.0.0.0:9080", "[::]:9080"])
    func `who listens at every address hears what that means, and to name the address of clients`(
        _ listen: String
    ) throws {
        let local = try local(listen, "http://" + listen)
        let lines = local.warning(publicURL: nil)
        #expect(lines.first == "Everybody who reaches this machine can sign in as anybody.")
        #expect(lines.count == 2 && lines[1].contains("--public-url"))
        #expect(local.warning(publicURL: "https://apple.example").count == 1)
        for other in ["127.0.0.1:9080", "idp.localhost:9080", "192.0.2.7:9080"] {
            #expect(try self.local(other, "http://" + other).warning(publicURL: nil).isEmpty, "\(other)")
        }
    }

    @Test(.timeLimit(.minutes(10)))
    func `a resolver that does not answer holds up no other task`() async {
        // More lookups than tasks run at once. Each one blocks until all have begun.
        let all = ProcessInfo.processInfo.activeProcessorCount + 1
        let begun = Begun()
        let found = await withTaskGroup(of: [String].self) { group in
            for _ in 0..<all {
                group.addTask {
                    await NameResolution.addresses(of: "idp.localhost") { name in
                        begun.waitForAll(all)
                        return [name]
                    }
                }
            }
            return await group.reduce(into: [String]()) { $0 += $1 }
        }
        #expect(found == Array(repeating: "idp.localhost", count: all))
    }

    @Test func `this machine's own name has an address`() async {
        #expect(await !NameResolution.addresses(of: "localhost").isEmpty)
    }
}

/// How many lookups have begun. Unchecked, because the compiler does not see that the condition guards the count.
private final class Begun: @unchecked Sendable {
    private let condition = NSCondition()
    private var count = 0

    func waitForAll(_ all: Int) {
        condition.lock()
        defer { condition.unlock() }
        count += 1
        condition.broadcast()
        while count < all { condition.wait() }
    }
}

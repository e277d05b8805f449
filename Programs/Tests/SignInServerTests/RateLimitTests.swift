import Foundation
import HTTPServing
import HTTPTypes
import HummingbirdTesting
import SignInAPI
import TestDoubles
import Testing

@testable import SignInServer

@Suite struct RateLimitTests {
    @Test func `a bucket gives its capacity, then one per refill`() {
        let rate = TokenBucket.Rate(perMinute: 60)
        var bucket = TokenBucket(rate, at: 0)
        for _ in 0..<60 { #expect(bucket.take(rate, at: 0) == nil) }
        #expect(bucket.take(rate, at: 0) == 1)
        #expect(bucket.take(rate, at: 0.5) == 0.5)
        #expect(bucket.take(rate, at: 1) == nil)
        #expect(bucket.take(rate, at: 1) != nil)
        #expect(bucket.take(rate, at: -1000) != nil)
    }

    @Test func `one address does not use up another's budget, a whole IPv6 network is one`() throws {
        let limiter = RateLimiter(perMinute: 1) { Date(timeIntervalSince1970: 0) }
        let one = try #require(NetworkAddress("192.0.2.1"))
        let two = try #require(NetworkAddress("192.0.2.2"))
        #expect(limiter.take(.start, for: one) == nil)
        #expect(limiter.take(.start, for: one) == 60)
        #expect(limiter.take(.start, for: two) == nil)
        #expect(limiter.take(.callback, for: one) == nil)
        #expect(limiter.take(.start, for: NetworkAddress("2001:db8::1")) == nil)
        #expect(limiter.take(.start, for: NetworkAddress("2001:db8::2")) == 60)
        #expect(limiter.take(.start, for: NetworkAddress("::ffff:192.0.2.1")) == 60)
    }

    @Test(arguments: [6, 7])
    func `a wide IPv6 network does not multiply what a subscriber may do`(octets: Int) throws {
        let limiter = RateLimiter(perMinute: 1) { Date(timeIntervalSince1970: 0) }
        // One request from every /64 of a /48, then of a /56.
        var accepted = 0
        for number in 0..<(octets == 6 ? 65_536 : 256) {
            let address = try #require(NetworkAddress("2001:db8:0:\(String(number, radix: 16))::1"))
            if limiter.take(.start, for: address) == nil { accepted += 1 }
        }
        #expect(accepted == (octets == 6 ? 16 : 4))
        #expect(limiter.take(.start, for: NetworkAddress("2001:db8:1::1")) == nil)
        #expect(limiter.count < 100)
    }

    @Test func `a subscriber beyond its own budget takes nothing from its neighbours`() throws {
        let limiter = RateLimiter(perMinute: 2) { Date(timeIntervalSince1970: 0) }
        for _ in 0..<100 { _ = limiter.take(.start, for: NetworkAddress("2001:db8::1")) }
        #expect(limiter.take(.start, for: NetworkAddress("2001:db8:0:1::1")) == nil)
    }

    @Test func `a full table answers newcomers without looking through it`() throws {
        let limiter = RateLimiter(perMinute: 1, maximumBuckets: 20_000) { Date(timeIntervalSince1970: 0) }
        for number in 0..<60_000 {
            _ = limiter.take(.start, for: NetworkAddress("10.\(number >> 16).\(number >> 8 & 255).\(number & 255)"))
        }
        #expect(limiter.count <= 21_000)
    }

    @Test func `the table stays within its size`() throws {
        let clock = TestClock()
        let limiter = RateLimiter(perMinute: 1, maximumBuckets: 100) { clock.now }
        for number in 0..<1000 {
            let address = try #require(NetworkAddress("10.0.\(number / 256).\(number % 256)"))
            _ = limiter.take(.start, for: address)
        }
        #expect(limiter.count <= 105)
        clock.advance(121)
        #expect(limiter.take(.start, for: NetworkAddress("192.0.2.1")) == nil)
        #expect(limiter.count <= 2)
    }

    @Test func `too many starts are told when to come back`() async throws {
        let service = try TestService(requestsPerMinute: 2)
        try await service.run(.live) { caller in
            for _ in 0..<2 { #expect(try await caller.get(Paths.webSignIn).status == .seeOther) }
            let page = try await caller.get(Paths.webSignIn)
            #expect(page.status == .tooManyRequests)
            #expect(page.headers[.retryAfter] == "30")
            #expect(page.text.contains("Too many attempts"))
            let api = try await caller.post(Paths.nativeAttempts, #"{"client":"app"}"#)
            #expect(api.errorCode == "rate_limited")
            #expect(try await caller.get(Paths.live).status == .ok)
            service.clock.advance(60)
            #expect(try await caller.get(Paths.webSignIn).status == .seeOther)
        }
    }

    @Test func `X-Forwarded-For counts only behind a trusted proxy`() async throws {
        try await TestService(requestsPerMinute: 1).run(.live) { caller in
            #expect(try await caller.get(Paths.webSignIn, headers: ["X-Forwarded-For": "1.1.1.1"]).status == .seeOther)
            let other = try await caller.get(Paths.webSignIn, headers: ["X-Forwarded-For": "2.2.2.2"])
            #expect(other.status == .tooManyRequests)
        }
        try await TestService(requestsPerMinute: 1, trustedProxies: ["127.0.0.0/8", "::1"]).run(.live) { caller in
            for address in ["1.1.1.1", "9.9.9.9, 2.2.2.2"] {
                let response = try await caller.get(Paths.webSignIn, headers: ["X-Forwarded-For": address])
                #expect(response.status == .seeOther)
            }
            let forged = try await caller.get(Paths.webSignIn, headers: ["X-Forwarded-For": "3.3.3.3, 2.2.2.2"])
            #expect(forged.status == .tooManyRequests)
        }
    }

    @Test(arguments: [
        ("10.0.0.0/8", "10.255.0.1", true), ("10.0.0.0/8", "11.0.0.1", false), ("192.0.2.1", "192.0.2.1", true),
        ("192.0.2.128/25", "192.0.2.127", false), ("2001:db8::/32", "2001:db8:1::1", true), ("0.0.0.0/0", "::1", false),
    ])
    func `a range holds what it says`(range: String, address: String, holds: Bool) throws {
        let range = try #require(AddressRange(range))
        let address = try #require(NetworkAddress(address))
        #expect(range.contains(address) == holds)
    }

    @Test(arguments: ["", "10.0.0.0/33", "10.0.0", "localhost", "::1/129", "10.0.0.0/-1", "10.0.0.0/", "1.2.3.4.5"])
    func `refuses what is no range`(text: String) {
        #expect(AddressRange(text) == nil)
    }
}

import AccountStorage
import Foundation
import TestDoubles
import Testing

@testable import ServiceAssembly
@testable import SignInFlows
@testable import siwa

/// The real service with a real database file, a test clock, and a network that loses a third of all answers.
@Suite final class RefreshDrillTests {
    private let clock = TestClock()
    private let folder: TemporaryFolder
    private let service: LivingService

    init() async throws {
        let folder = try TemporaryFolder()
        service = try await LivingService(in: folder, clock: clock)
        self.folder = folder
    }

    /// Stores a session and returns its first refresh token.
    private func begin(_ number: UInt64) async throws -> String {
        let id = try await service.beginSession(number, expiresAt: clock.now + 30 * 86_400)
        return SessionTokens(secrets: service.parts.environment.secrets).refreshToken(id, counter: 0)
    }

    /// The service's answer; `nil` if it refuses.
    private func ask(_ token: String) async -> String? {
        await SessionRenewal(service.parts.environment).answer(to: token)
    }

    @Test
    func `of ten thousand refreshes with lost answers, outages, crashes and parallel tabs none signs anybody out`()
        async throws
    {
        var random = SeededRandom(seed: 7)
        var device = Device(stored: try await begin(0))
        var (answered, lost, repeats, outage, refused) = (0, 0, 0, 0.0, 0)
        var late: [(sent: String, answer: String)] = []
        while answered + refused < 10_000 {
            let pause = Double.random(in: 0...600, using: &random)
            outage = max(outage, pause)
            clock.advance(pause)
            // A delayed request arrives before its successor has been used.
            if let hanging = device.hanging {
                if await ask(hanging) == nil { refused += 1 } else { (answered, lost) = (answered + 1, lost + 1) }
                device.hanging = nil
            }
            if !late.isEmpty, Bool.random(using: &random) { device.take(late.removeFirst()) }
            let tabs = Int.random(in: 1...4, using: &random)
            let sent = device.stored
            let renewal = SessionRenewal(service.parts.environment)
            let answers = await together(tabs) { await renewal.answer(to: sent) }
            repeats += tabs - 1
            for answer in answers.shuffled(using: &random) {
                guard let answer else {
                    refused += 1
                    continue
                }
                answered += 1
                switch Int.random(in: 0..<9, using: &random) {
                case 0, 1: lost += 1
                case 2:
                    // The app crashes before it stores the answer; its next start reads the earlier token.
                    lost += 1
                case 3: late.append((sent, answer))
                case 4:
                    device.hanging = sent
                    device.take((sent, answer))
                default: device.take((sent, answer))
                }
            }
        }
        #expect(refused == 0)
        #expect(lost > 3_000 && repeats > 5_000 && outage > 599)
        print(
            "refreshes: \(answered) answered, of which \(lost) answers lost and \(repeats) beside another; pauses up to",
            "\(Int(outage)) s; false sign-outs: \(refused)")
        await service.parts.close()
    }

    @Test func `a thief with a copied token is found out within two uses by either side, for 400 seeds`() async throws {
        var (most, uses) = (0, 0)
        for seed in 1...400 as ClosedRange<UInt64> {
            var random = SeededRandom(seed: seed)
            var device = Device(stored: try await begin(seed + 100))
            for _ in 0..<Int.random(in: 0...6, using: &random) {
                clock.advance(300)
                let sent = device.stored
                if let answer = await ask(sent), Int.random(in: 0..<3, using: &random) > 0 {
                    device.take((sent, answer))
                }
            }
            var thief = Device(stored: device.stored)
            // Who sends the next request: at random, or taking turns, with either of them first.
            let inTurn = seed % 4 < 2
            var (isThief, used) = (seed.isMultiple(of: 2), [Set<String>(), Set<String>()])
            var isOver = false
            for _ in 0..<60 where !isOver {
                clock.advance(Double.random(in: 0...600, using: &random))
                isThief = inTurn ? !isThief : Bool.random(using: &random)
                let sent = isThief ? thief.stored : device.stored
                guard let answer = await ask(sent) else {
                    isOver = true
                    continue
                }
                used[isThief ? 1 : 0].insert(sent)
                uses += 1
                // Either may lose the answer, and then sends the same token again.
                if Int.random(in: 0..<3, using: &random) > 0 {
                    if isThief { thief.take((sent, answer)) } else { device.take((sent, answer)) }
                }
            }
            #expect(isOver, "seed \(seed): never found out")
            let fewer = min(used[0].count, used[1].count)
            #expect(fewer <= 1, "seed \(seed): both used two tokens, \(used.map(\.count))")
            most = max(most, fewer)
            for token in [device.stored, thief.stored] {
                #expect(await ask(token) == nil, "seed \(seed): the session goes on")
            }
        }
        print(
            "thieves: 400 found out, after \(uses) uses; the side that was found out had used \(most) of its tokens at most"
        )
        await service.parts.close()
    }
}

extension SessionRenewal {
    fileprivate func answer(to token: String) async -> String? {
        try? await renew(refreshToken: token, client: "app").refreshToken
    }
}

/// The storage shared by all tabs of a device. It accepts an answer only while it still holds the token that was sent.
private struct Device {
    var stored: String
    var hanging: String?

    init(stored: String) { self.stored = stored }

    mutating func take(_ reply: (sent: String, answer: String)) {
        if stored == reply.sent { stored = reply.answer }
    }
}

/// Generates the same numbers for the same seed (SplitMix64, https://prng.di.unimi.it/splitmix64.c).
private struct SeededRandom: RandomNumberGenerator {
    private var state: UInt64

    init(seed: UInt64) { state = seed }

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return mixed ^ (mixed >> 31)
    }
}

private func together<Value: Sendable>(_ count: Int, _ work: @escaping @Sendable () async -> Value) async -> [Value] {
    await withTaskGroup(of: Value.self) { group in
        for _ in 0..<count { group.addTask { await work() } }
        return await group.reduce(into: []) { $0.append($1) }
    }
}

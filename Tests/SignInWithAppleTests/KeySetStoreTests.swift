import Foundation
import JSONWebTokens
import SignInWithAppleTesting
import Testing

@testable import SignInWithApple

@Suite struct KeySetStoreTests {
    private static let url = AppleEndpoints.apple.keys
    private static let now = Date(timeIntervalSince1970: 1_750_000_000)

    private func stored(
        _ keys: [AppleKey] = [.first], url: String = url, age: TimeInterval = 60, maximumAge: TimeInterval? = nil
    ) throws -> StoredKeySet {
        StoredKeySet(
            url: url, fetchedAt: Self.now.addingTimeInterval(-age), maximumAge: maximumAge,
            body: Array(try AppleKey.set(keys).utf8))
    }

    @Test func `a restored set that is fresh saves the fetch`() async throws {
        let drill = try KeyDrill([.first], store: MemoryKeySetStore(try stored()))
        #expect(try await drill.signIn(.first) == .accepted)
        #expect(drill.edges.requests.isEmpty)
        #expect(drill.log.events == [.restored(age: 60)])
        #expect(drill.keys.fetchedAt == Self.now.addingTimeInterval(-60))
    }

    @Test func `a restored set ages like a fetched one, whatever life it claims`() async throws {
        let store = MemoryKeySetStore(try stored(age: 3_600, maximumAge: 1e15))
        let drill = try KeyDrill([.second], store: store)
        #expect(try await drill.signIn(.first) == .accepted)
        drill.clock.advance(by: 86_400 - 3_600)
        #expect(try await drill.signIn(.first) == .accepted)  // uses the old set, which is refreshed in the background
        #expect(try await drill.signIn(.first) != .accepted)
        #expect(try await drill.signIn(.second) == .accepted)
    }

    @Test func `a program that ends at once still leaves the next one a newer set`() async throws {
        let store = MemoryKeySetStore(try stored(age: 3_240, maximumAge: 3_600))
        let drill = try KeyDrill([.first], store: store)
        #expect(try await drill.signIn(.first) == .accepted)
        await drill.keys.saved()
        #expect(try await store.load()?.fetchedAt == Self.now)
    }

    @Test func `a restored set does not hide a key that Apple published since`() async throws {
        let drill = try KeyDrill([.first, .second], store: MemoryKeySetStore(try stored()))
        #expect(try await drill.signIn(.second) == .accepted)
        #expect(drill.edges.requests.count == 1)
    }

    @Test func `a good fetch is saved, and a withdrawn key leaves the store with it`() async throws {
        let store = MemoryKeySetStore(try stored([.first, .second], age: 3_600))
        let drill = try KeyDrill([.second], store: store)
        #expect(try await drill.signIn(.second) == .accepted)
        await drill.keys.saved()
        let kept = try #require(await store.kept)
        #expect(kept.url == Self.url && kept.fetchedAt == Self.now)
        #expect(try kept.body == Array(AppleKey.set([.second]).utf8))
    }

    @Test func `a failed fetch leaves the store alone`() async throws {
        let store = MemoryKeySetStore(try stored(age: 3_600))
        let drill = try KeyDrill(store: store)
        #expect(try await drill.signIn(.first) == .accepted)
        await drill.keys.saved()
        #expect(await store.kept == (try stored(age: 3_600)))
    }

    @Test func `what is from elsewhere, too old, from the future or no key set is as good as nothing`() async throws {
        let wrong = [
            try stored(url: "http://idp.localhost:9080/auth/keys"), try stored(age: 3_600 + 86_400),
            try stored(age: -1), try stored([]),
            StoredKeySet(url: Self.url, fetchedAt: Self.now, maximumAge: nil, body: []),
            StoredKeySet(
                url: Self.url, fetchedAt: Self.now, maximumAge: nil,
                body: Array(try AppleKey.set([.first]).utf8) + [UInt8](repeating: 0x20, count: 65_536)),
        ]
        for set in wrong {
            let drill = try KeyDrill(store: MemoryKeySetStore(set))
            #expect(try await drill.signIn(.first) == .later("apple_not_reachable", seconds: nil))
            #expect(drill.count("stored_set_refused") == 1)
        }
    }

    @Test func `a store that fails keeps nobody out`() async throws {
        let drill = try KeyDrill([.first], store: MemoryKeySetStore(isBroken: true))
        #expect(try await drill.signIn(.first) == .accepted)
        await drill.keys.saved()
        #expect(drill.log.events.map(\.name).sorted() == ["fetched", "load_failed", "save_failed"])
    }

    @Test func `the store is read once, whatever the load`() async throws {
        actor Counting: KeySetStore {
            private(set) var loads = 0
            func load() async throws -> StoredKeySet? {
                loads += 1
                return nil
            }
            func save(_ set: StoredKeySet) async throws {}
        }
        let store = Counting()
        let drill = try KeyDrill([.first], store: store)
        let token = try AppleKey.first.apple().identityToken(subject: "s", nonce: "n-1", at: drill.clock.now)
        await withTaskGroup(of: KeyDrill.Outcome.self) { group in
            for _ in 0..<200 { group.addTask { await drill.outcome(of: token) } }
            for await outcome in group { #expect(outcome == .accepted) }
        }
        #expect(await store.loads == 1)
        #expect(drill.edges.requests.count == 1)
    }

    @Test func `reads what it wrote, and nothing else`() throws {
        let set = try stored([.first, .second], maximumAge: 600)
        #expect(StoredKeySet(encoded: set.encoded) == set)
        let quotes = StoredKeySet(
            url: "u", fetchedAt: Self.now, maximumAge: nil, body: [UInt8](repeating: 0x22, count: 65_536))
        #expect(StoredKeySet(encoded: quotes.encoded) == quotes)
        for text in ["", "{}", "[]", #"{"format":2,"url":"u","fetched_at":1,"body":""}"#, #"{"format":1,"url":"u"}"#] {
            #expect(StoredKeySet(encoded: Array(text.utf8)) == nil)
        }
        #expect(StoredKeySet(encoded: Array(set.encoded.dropLast())) == nil)
    }
}

@Suite struct FileKeySetStoreTests {
    private static let set = StoredKeySet(
        url: "u", fetchedAt: Date(timeIntervalSince1970: 1_750_000_000), maximumAge: 600, body: [0x7B, 0x7D])

    private func withFolder(_ body: (String) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent("key-set-\(UUID().uuidString)").path
        try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: false)
        defer { try? FileManager.default.removeItem(atPath: folder) }
        try await body(folder)
    }

    @Test func `keeps a set for oneself`() async throws {
        try await withFolder { folder in
            let store = FileKeySetStore(path: folder + "/keys.json")
            #expect(try await store.load() == nil)
            try await store.save(Self.set)
            try await store.save(Self.set)
            #expect(try await store.load() == Self.set)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder + "/keys.json")
            #expect(attributes[.posixPermissions] as? NSNumber == 0o600)
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder) == ["keys.json"])
        }
    }

    @Test func `does not read what others may have written, no link, no folder, nothing damaged`() async throws {
        try await withFolder { folder in
            let path = folder + "/keys.json"
            let store = FileKeySetStore(path: path)
            try await store.save(Self.set)
            for mode in [0o620, 0o602, 0o666] {
                try FileManager.default.setAttributes([.posixPermissions: mode], ofItemAtPath: path)
                await #expect(throws: KeySetStoreFault.openToOthers) { try await store.load() }
            }
            try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: path)
            try FileManager.default.createSymbolicLink(atPath: folder + "/link", withDestinationPath: path)
            await #expect(throws: KeySetStoreFault.notAFile) {
                try await FileKeySetStore(path: folder + "/link").load()
            }
            await #expect(throws: KeySetStoreFault.notAFile) { try await FileKeySetStore(path: folder).load() }
            for bytes in [Data(), Data("{".utf8), Data(count: 300_000)] {
                try bytes.write(to: URL(fileURLWithPath: path))
                await #expect(throws: KeySetStoreFault.malformed) { try await store.load() }
            }
        }
    }

    @Test func `says when it cannot be written`() async throws {
        await #expect(throws: (any Error).self) {
            try await FileKeySetStore(path: "/nowhere/at/all/keys.json").save(Self.set)
        }
    }
}

import Foundation
import HTTPTypes
import HashTreeCollections
import JSONWebTokens
import Settings
import Synchronization
import Testing

@testable import AppleIDEmulator

/// The state file is a journal: each change is appended before it becomes visible.
@Suite struct StateFileTests {
    typealias Folder = ConfigurationTests.Folder

    /// A state with a state file and a signing key, without a server.
    private static func state(
        _ file: String, seed: UInt64 = 1, writing: @escaping StateFile.Write = StateFile.toDisk
    ) throws -> (EmulatorState, StateKeeper) {
        var configuration = try TestEmulator().server.configuration
        configuration.seed = seed
        let keeper = try StateKeeper(path: file, seed: seed, writing: writing)
        let seeded = SeededBytes(seed: seed, past: keeper.fingerprint)
        let state = try EmulatorState(
            configuration: configuration, now: TestClock().source, randomBytes: { seeded.draw($0) }, keeper: keeper)
        let key = try PublicSigningKeys.key(0, keyID: "SIGNING001")
        state.note { $0.keyRing.add(key, keyID: "SIGNING001") }
        return (state, keeper)
    }

    private static func approval(_ state: EmulatorState) throws -> EmulatorState.Approval {
        EmulatorState.Approval(
            client: try #require(state.read { $0.client(TestEmulator.app) }), scopes: [.email, .name], nonce: nil,
            redirectURI: nil, codeChallenge: nil, wantsIdentityToken: false)
    }

    /// Signs a person in, and redeems the code. Returns the refresh token.
    @discardableResult
    private static func signIn(_ person: String, _ state: EmulatorState) throws -> String {
        let person = try #require(state.read { $0.person(person) })
        let name = PersonName(first: "A", last: "B")
        let code = try state.authorize(
            try approval(state), ConsentChoice(person: person, isEmailShared: false, name: name)
        ).code
        return try #require(try redeem(code, state))
    }

    private static func redeem(_ code: String, _ state: EmulatorState) throws -> String? {
        try state.redeem(code, client: TestEmulator.app, redirectURI: nil, verifier: nil).answer.refreshToken
    }

    private static func add(_ count: Int, to state: EmulatorState) throws {
        try state.change { world in
            for number in 0..<count {
                _ = world.people.addByControlCall(
                    Person(
                        key: "p\(number)", email: "p\(number)@many.example", password: "pw", firstName: "P",
                        lastName: "\(number)"))
            }
        }
    }

    /// What is kept, as text, so that two states can be compared.
    private static func text(_ kept: KeptState) throws -> String {
        String(decoding: try StateChange(from: KeptState(), to: kept).lines, as: UTF8.self)
    }

    private static func text(_ state: EmulatorState) throws -> String { try text(state.read { $0.kept }) }

    private static func bytes(_ file: String) throws -> [UInt8] {
        [UInt8](try #require(FileManager.default.contents(atPath: file)))
    }

    private static func lines(_ file: String) throws -> [String] {
        String(decoding: try bytes(file), as: UTF8.self).split(separator: "\n").map(String.init)
    }

    private static func mode(_ file: String) throws -> Int? {
        (try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber)?.intValue
    }

    // MARK: writing

    @Test func `appends a line for each change, and nothing if there is no change`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        let (state, _) = try Self.state(file)
        #expect(try Self.bytes(file).isEmpty && Self.mode(file) == 0o600)
        try Self.signIn("maya", state)
        #expect(try Self.lines(file).count == 3)
        #expect(try Self.lines(file).first == #"{"format":1,"seed":1}"#)
        let before = try Self.bytes(file)
        try state.change { _ in }
        #expect(try Self.bytes(file) == before)
        try state.deleteAccount(of: "maya")
        let all = try Self.lines(file)
        #expect(all.count == 4 && all.last?.contains(#""deletedPeople":[{"key":"maya","value":true}]"#) == true)
        #expect(try Self.bytes(file).starts(with: before))
    }

    @Test func `writes as much with a thousand people as with three`() throws {
        var costs: [Int] = []
        for count in [0, 1_000] {
            let folder = try Folder()
            let file = folder.path + "/state.json"
            let (state, _) = try Self.state(file)
            try Self.add(count, to: state)
            for number in 0..<count { try Self.signIn("p\(number)", state) }
            let before = try Self.bytes(file).count
            try Self.signIn("maya", state)
            costs.append(try Self.bytes(file).count - before)
        }
        #expect(costs[1] <= costs[0] + 32 && costs[1] < 1_000)
    }

    @Test func `comes back after ten thousand changes, in a file that does not grow without bounds`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        let written = Mutex(0)
        let (state, _) = try Self.state(file) { descriptor, bytes in
            written.withLock { $0 += bytes.count }
            return StateFile.toDisk(descriptor, bytes)
        }
        try Self.add(50, to: state)
        for number in 0..<10_000 {
            let isOn = (number / 50).isMultiple(of: 2)
            try state.change { world in
                let relay = RelayKey(person: "p\(number % 50)", teamID: "EMUTEAM001")
                _ = isOn ? world.forwardingOff.remove(relay) != nil : world.forwardingOff.insert(relay).inserted
                world.relayTurns[relay, default: 0] += 1
            }
        }
        #expect(try Self.text(state) == Self.text(try Self.state(file).0))
        let (size, total) = (try Self.bytes(file).count, written.withLock { $0 })
        #expect(size < 200_000 && total > 1_000_000)
        // rewriting the file costs less than the changes themselves
        #expect(total < 3_000_000)
        #expect(try Self.mode(file) == 0o600)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["state.json"])
    }

    @Test func `leaves a file that says the same as memory after every kind of reset`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        let (state, _) = try Self.state(file)
        func expectSame() throws { #expect(try Self.text(state) == Self.text(try Self.state(file).0)) }
        try Self.add(3, to: state)
        try Self.signIn("p1", state)
        #expect(state.keepSnapshot("here"))
        let kept = try Self.text(state)
        try Self.signIn("maya", state)
        try state.changePassword(of: "p2", to: "another")
        try state.reset()
        #expect(try Self.text(state).isEmpty)
        try expectSame()
        #expect(try state.restoreSnapshot("here") && Self.text(state) == kept)
        try expectSame()
        try Self.signIn("maya", state)
        #expect(try state.forget(team: "EMUTEAM001"))
        #expect(try Self.text(state).contains("addedPeople") && !Self.text(state).contains("consents"))
        try expectSame()
    }

    // MARK: reading

    @Test func `drops a change whose line was not written completely, wherever it broke off`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        var texts = [""]
        do {
            let (state, _) = try Self.state(file)
            for change in 0..<3 {
                try state.change { $0.relayTurns[RelayKey(person: "maya", teamID: "T")] = change + 1 }
                texts.append(try Self.text(state))
            }
        }
        let whole = try Self.bytes(file)
        for length in 0...whole.count {
            try Data(whole.prefix(length)).write(to: URL(fileURLWithPath: file))
            let ends = whole.prefix(length).count { $0 == UInt8(ascii: "\n") }
            let expected = texts[max(0, ends - 1)]
            let (state, _) = try Self.state(file)
            #expect(try Self.text(state) == expected, "\(length) bytes")
            // what was torn must not spoil the next line
            try state.change { _ = $0.deletedPeople.insert("tomas") }
            #expect(try Self.text(state) == Self.text(try Self.state(file).0), "\(length) bytes")
        }
    }

    @Test(arguments: [
        ("{\"format\":1,\"seed\":1}\nrubbish\n{}\n", "line 2 cannot be read: column 1: the text must be one"),
        (
            "{\"format\":1,\"seed\":1}\n{}\n{\"surprises\":[]}\n",
            "line 3 cannot be read: nothing is called surprises; a newer"
        ),
        ("{\"format\":1,\"seed\":1}\n{\"deletedPeople\":[{\"key\":7}]}\n", "line 2 cannot be read: The member"),
        ("{\"format\":1,\"seed\":1}\n\n{}\n", "line 2 cannot be read: column 1: the text is empty"),
        ("{\"format\":1,\"seed\":2}\n", "was written with seed 2"),
        ("{\"format\":1,\"se", nil), ("{\"format\":1,\"seed\":1}", nil), ("{\"format\":1,\"xx", "is not a state file"),
        ("{\"format\":2,\"seed\":1}\nx\n", "is in format 2, but this emulator reads format 1"),
        ("{\"format\":0,\"seed\":1}\n", "is in format 0, but this emulator reads format 1"),
        ("{\"format\":1,\"seed\":1,\"consents\":[]}", "is not a state file"), ("\n", "is not a state file"),
    ])
    func `says which line it cannot read`(_ text: String, _ reason: String?) throws {
        let folder = try Folder()
        let file = try folder.write("state.json", text)
        guard let reason else {
            #expect(throws: Never.self) { try Self.state(file) }
            return
        }
        let fault = #expect(throws: ConfigurationFaults.self) { try Self.state(file) }
        #expect(fault?.description.contains("state: \(file) \(reason)") == true, "\(String(describing: fault))")
        #expect(try Self.bytes(file) == Array(text.utf8))
    }

    @Test func `says why it cannot open a file`() throws {
        let folder = try Folder()
        for (path, reason) in [
            ("/none/state.json", "cannot be opened: No such file"), ("", "cannot be opened"),
            ("/../../../dev/full", "is not a regular file"),
        ] {
            let path = path.contains("dev/full") ? "/dev/full" : folder.path + path
            let fault = #expect(throws: ConfigurationFaults.self) { try Self.state(path) }
            #expect(fault?.description.contains(reason) == true, "\(path): \(String(describing: fault))")
        }
    }

    @Test func `makes a file that others can read private again`() throws {
        let folder = try Folder()
        let file = try folder.write("state.json", "")
        try FileManager.default.setAttributes([.posixPermissions: 0o644], ofItemAtPath: file)
        _ = try Self.state(file)
        #expect(try Self.mode(file) == 0o600)
    }

    @Test func `writes a file again that was deleted`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        let (state, _) = try Self.state(file)
        try Self.signIn("maya", state)
        try FileManager.default.removeItem(atPath: file)
        try Self.signIn("tomas", state)
        #expect(try Self.text(state) == Self.text(try Self.state(file).0))
    }

    // MARK: a full disk

    @Test func `undoes a change that cannot be recorded, however much of it was written`() throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        // how many bytes still fit on the disk; nil if there is no limit
        let room = Mutex<Int?>(nil)
        let (state, _) = try Self.state(file) { descriptor, bytes in
            guard let room = room.withLock({ $0 }) else { return StateFile.toDisk(descriptor, bytes) }
            guard room > 0 else {
                errno = ENOSPC
                return -1
            }
            return StateFile.toDisk(descriptor, UnsafeRawBufferPointer(rebasing: bytes.prefix(room)))
        }
        try Self.signIn("maya", state)
        let person = try #require(state.read { $0.person("tomas") })
        let choice = ConsentChoice(person: person, isEmailShared: true, name: PersonName(first: "T", last: "F"))
        let code = try state.authorize(try Self.approval(state), choice).code
        let (before, text) = (try Self.bytes(file), try Self.text(state))
        for length in 0..<150 {
            room.withLock { $0 = length }
            let fault = #expect(throws: StateFileFault.self) { try Self.redeem(code, state) }
            #expect(fault?.description == "cannot be written: No space left on device")
            #expect(throws: StateFileFault.self) { try state.deleteAccount(of: "maya") }
            #expect(try Self.bytes(file) == before && Self.text(state) == text)
            #expect(state.read { $0.codes[code]?.isUsed == false && $0.person("maya") != nil && $0.signals.isEmpty })
        }
        let answer = StateFileFault("cannot be written: No space left on device").answer
        let said = String(decoding: answer.body, as: UTF8.self)
        #expect(answer.status.code == 500 && said.contains("state_not_kept") && said.contains("No space left"))
        room.withLock { $0 = nil }
        let token = try #require(try Self.redeem(code, state))
        #expect(try Self.state(file).0.read { $0.tokens.refresh[token] } != nil)
    }

    @Test func `leaves no trace of a change that throws`() throws {
        let folder = try Folder()
        let (state, _) = try Self.state(folder.path + "/state.json")
        try Self.signIn("maya", state)
        let before = try Self.text(state)
        #expect(throws: AccountRefusal.self) {
            try state.change { world in
                world.people.remove("maya")
                world.consents[world.consents.all[0].key] = nil
                world.devices["phone"] = Device(name: "phone", account: "maya")
                throw AccountRefusal.notUsed
            }
        }
        #expect(try Self.text(state) == before)
        #expect(state.read { $0.person("maya") != nil && $0.devices.isEmpty })
    }

    // MARK: added people

    @Test func `brings back the people whom control calls added, in their order`() async throws {
        let folder = try Folder()
        let file = folder.path + "/state.json"
        try await TestEmulator { $0.stateFile = file }.run { (caller) async throws in
            let people = ["zoe", "ada", "bob"].map { "{\"key\":\"\($0)\",\"email\":\"\($0)@new.example\"}" }
            _ = try await caller.control("/people", "{\"people\":[\(people.joined(separator: ","))]}")
            let managed = #"{"key":"pupil","email":"p@school.example","managed":{"org_id":"0B2C","mailbox":false}}"#
            #expect(try await caller.control("/people", managed).status == 201)
            #expect(try await caller.control("/people", managed).status == 409)
            _ = try await caller.control("/account/password", #"{"person":"ada","password":"new"}"#)
            _ = try await caller.control("/account/delete", #"{"person":"bob"}"#)
        }
        let again = try TestEmulator { $0.stateFile = file }.server.state
        again.read { world in
            #expect(world.people.all.map(\.key) == ["maya", "tomas", "aiko", "zoe", "ada", "pupil"])
            #expect(world.person("ada")?.password == "new" && world.person("pupil")?.managed?.hasMailbox == false)
            #expect(world.deletedPeople.contains("bob"))
        }
        let configured = try TestEmulator {
            $0.stateFile = file
            $0.people.append(
                Person(key: "zoe", email: "other@example.com", password: "pw", firstName: "Zoë", lastName: "")
            )
        }
        #expect(configured.server.state.read { $0.person("zoe")?.email } == "other@example.com")
        #expect(configured.server.state.read { $0.people.count } == 6)
    }
}

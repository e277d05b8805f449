import Foundation
import Testing

@testable @_spi(SignInPrograms) import SignInKit

/// What the kit's own storages keep, and what the app hears of a storage that fails.
@Suite struct StorageTests {
    private func withFolder(_ use: (URL) throws -> Void) throws {
        let folder = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
        defer { try? FileManager.default.removeItem(at: folder) }
        try use(folder)
    }

    @Test func `a folder keeps each item until it is replaced or removed`() throws {
        try withFolder { folder in
            let storage = try FileStorage(folder: folder)
            #expect(try storage.read(.session) == nil)
            try storage.write(Data("1".utf8), to: .session)
            try storage.write(Data("2".utf8), to: .session)
            try storage.write(Data("3".utf8), to: .pendingSignIn)
            let next = try FileStorage(folder: folder)
            #expect(try next.read(.session) == Data("2".utf8))
            try next.remove(.session)
            #expect(try next.read(.session) == nil)
            #expect(try next.read(.pendingSignIn) == Data("3".utf8))
            try next.remove(.session)
        }
    }

    @Test func `a folder is closed to other users, and has the mark once it is set`() throws {
        try withFolder { folder in
            let storage = try FileStorage(folder: folder)
            let attributes = try FileManager.default.attributesOfItem(atPath: folder.path)
            #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o700)
            #expect(!storage.isSet)
            storage.set()
            #expect(storage.isSet)
            #expect(try FileStorage(folder: folder).isSet)
        }
    }

    @Test func `an item is closed to other users even in a folder that is not`() throws {
        try withFolder { folder in
            let storage = try FileStorage(folder: folder)
            try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: folder.path)
            for text in ["1", "2"] {
                try storage.write(Data(text.utf8), to: .session)
                let file = folder.appendingPathComponent(StoredItem.session.rawValue).path
                let mode = try FileManager.default.attributesOfItem(atPath: file)[.posixPermissions] as? NSNumber
                #expect(mode?.intValue == 0o600)
                #expect(
                    try FileManager.default.contentsOfDirectory(atPath: folder.path) == [StoredItem.session.rawValue])
            }
        }
    }

    @Test func `an item that can have no file of its own is not written`() throws {
        try withFolder { folder in
            let storage = try FileStorage(folder: folder)
            try FileManager.default.removeItem(at: folder)
            let error = #expect(throws: CocoaError.self) { try storage.write(Data("1".utf8), to: .session) }
            #expect(error?.code == .fileWriteUnknown, "it tried to write without a file")
            #expect(try storage.read(.session) == nil)
        }
    }

    @Test func `an item that cannot replace what is in its place fails, and leaves no file behind`() throws {
        try withFolder { folder in
            let storage = try FileStorage(folder: folder)
            let place = folder.appendingPathComponent(StoredItem.session.rawValue)
            try FileManager.default.createDirectory(at: place, withIntermediateDirectories: false)
            #expect(throws: CocoaError.self) { try storage.write(Data("1".utf8), to: .session) }
            #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == [place.lastPathComponent])
        }
    }

    @Test func `a mark of a group is not one of the app alone`() throws {
        let (key, group) = ("installed-" + UUID().uuidString, "group." + UUID().uuidString)
        let mark = UserDefaultsMark(key: key, suiteName: group)
        defer { UserDefaults(suiteName: group)?.removePersistentDomain(forName: group) }
        #expect(!mark.isSet)
        mark.set()
        #expect(mark.isSet)
        #expect(UserDefaultsMark(key: key, suiteName: group).isSet)
        #expect(UserDefaults(suiteName: group)?.bool(forKey: key) == true)
        #expect(!UserDefaultsMark(key: key).isSet)
    }

    @Test func `the app hears of each call that the storage failed`() {
        let incidents = Incidents()
        let records = SignInRecords(storage: BrokenStorage(), observe: incidents.note)
        #expect(records.load(isFirstRun: false) == nil)
        #expect(!records.record(Sample.session()))
        records.remove(.firstTimeData)
        #expect(incidents.all == [.storageFailed(.session), .storageFailed(.session), .storageFailed(.firstTimeData)])
    }

    @Test func `the app hears of an item that is damaged`() {
        let incidents = Incidents()
        let storage = MemoryStorage()
        storage.write(Data("{".utf8), to: .pendingSignIn)
        let records = SignInRecords(storage: storage, observe: incidents.note)
        #expect(records.load(isFirstRun: false) == StoredSignIn())
        #expect(incidents.all == [.storageFailed(.pendingSignIn)])
    }
}

private struct BrokenStorage: SignInStorage {
    func read(_ item: StoredItem) throws -> Data? { throw CocoaError(.fileReadUnknown) }
    func write(_ data: Data, to item: StoredItem) throws { throw CocoaError(.fileWriteUnknown) }
    func remove(_ item: StoredItem) throws { throw CocoaError(.fileWriteUnknown) }
}

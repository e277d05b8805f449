package import Foundation
import PrivateFiles
package import SignInFlows

/// The master keys in the folder of the service's own keys: hexadecimal digits in files with mode 0600.
package struct MasterKeyFolder: Sendable {
    /// The path of the folder.
    package let path: String
    private let randomBytes: @Sendable (Int) -> [UInt8]

    /// Creates access to the keys in this folder.
    ///
    /// - Parameter randomBytes: a cryptographically secure source for new keys.
    package init(path: String, randomBytes: @escaping @Sendable (Int) -> [UInt8]) {
        self.path = path
        self.randomBytes = randomBytes
    }

    /// The names of all files that may be keys.
    package func names() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: path).filter { $0.hasSuffix(".key") }
    }

    /// The schedule of the keys in the folder; throws if there is no master key.
    package func schedule(at now: Date) throws -> MasterKeySchedule {
        guard let schedule = MasterKeySchedule(try names(), at: now) else {
            throw PrivateFile.Failure(description: "\(path)/\(MasterKeySchedule.first): missing")
        }
        return schedule
    }

    /// Reads all the keys in a schedule.
    package func keys(_ schedule: MasterKeySchedule) throws -> MasterKeys {
        MasterKeys(
            current: try master(schedule.current), others: try (schedule.next + schedule.old).map(master),
            former: try schedule.former.map(former))
    }

    /// Creates the next master key and returns its name. It also removes unfinished files that a crash left behind.
    package func make(at now: Date) throws -> String {
        try removeUnfinished()
        let name = MasterKeySchedule.name(madeAt: now, random: .random(in: .min ... .max))
        try makeMaster(at: file(name))
        return name
    }

    /// Removes unfinished files of master keys that a crash left behind, also those of a first start.
    package func removeUnfinished() throws {
        for name in try FileManager.default.contentsOfDirectory(atPath: path)
        where name.contains(".key.part") || name.contains(".key.draft.part") {
            try remove(name)
        }
    }

    /// Removes the keys before the current one after nothing is sealed under them any more. It first saves what their
    /// sessions still need, and finally gives the current key the name of a single key. After a crash every step can be
    /// repeated, and after each step every needed key exists.
    func finish(_ schedule: MasterKeySchedule) throws {
        guard !schedule.old.isEmpty else { return }
        for old in schedule.old where MasterKeySchedule.usedFrom(old) != nil {
            let path = file(MasterKeySchedule.formerName(of: old, before: schedule.current))
            guard !FileManager.default.fileExists(atPath: path) else { continue }
            let until = MasterKeySchedule.usedFrom(schedule.current) ?? .distantPast
            guard let former = FormerKeys(master: try read(file(old)), until: until) else {
                throw Self.unreadable(file(old))
            }
            try PrivateFile.create(path, Self.text(former.bytes))
        }
        for old in schedule.old where old != MasterKeySchedule.first { try remove(old) }
        if schedule.current != MasterKeySchedule.first {
            try PrivateFile.rename(file(schedule.current), to: file(MasterKeySchedule.first))
        }
    }

    func remove(_ name: String) throws {
        try FileManager.default.removeItem(atPath: file(name))
    }

    /// Creates a master key at a path.
    package func makeMaster(at path: String) throws {
        try PrivateFile.create(path, Self.text(randomBytes(32)))
    }

    private static func text(_ bytes: [UInt8]) -> [UInt8] {
        Array((bytes.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined() + "\n").utf8)
    }

    /// Reads the master key at a path.
    package func master(at path: String, usedFrom: Date = .distantPast) throws -> MasterKeys.Master {
        guard let master = MasterKeys.Master(try read(path), usedFrom: usedFrom) else {
            throw PrivateFile.Failure(description: "\(path): not 32 bytes as hexadecimal digits")
        }
        return master
    }

    private func master(_ name: String) throws -> MasterKeys.Master {
        try master(at: file(name), usedFrom: MasterKeySchedule.usedFrom(name) ?? .distantPast)
    }

    private func former(_ name: String) throws -> FormerKeys {
        guard let until = MasterKeySchedule.usedUntil(name),
            let keys = FormerKeys(bytes: try read(file(name)), until: until)
        else { throw Self.unreadable(file(name)) }
        return keys
    }

    private func read(_ path: String) throws -> [UInt8] {
        let text = try PrivateFile.read(path).filter { $0 > 0x20 }
        guard text.count.isMultiple(of: 2) else { return [] }
        return stride(from: 0, to: text.count, by: 2).compactMap { index in
            UInt8(String(decoding: text[index..<index + 2], as: UTF8.self), radix: 16)
        }
    }

    private static func unreadable(_ path: String) -> PrivateFile.Failure {
        PrivateFile.Failure(description: "\(path): is not a key as this service writes it")
    }

    private func file(_ name: String) -> String { path + "/" + name }
}

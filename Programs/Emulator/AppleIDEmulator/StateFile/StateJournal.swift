import Foundation
import JSONWebTokens

/// The contents of a state file: a line that names the format and the seed, and then a line of JSON for each change.
struct StateJournal: Sendable {
    static let format = 1

    let seed: UInt64
    private(set) var state = KeptState()
    /// How many entries the lines have, including those that later lines replaced.
    private(set) var entryCount = 0
    /// Where the last complete line ends.
    private(set) var validLength = 0

    private init(seed: UInt64) {
        self.seed = seed
    }

    /// Reads a journal. A last line without its end was not written completely, so its change never took effect.
    init(_ bytes: some Collection<UInt8>, seed: UInt64) throws(StateFileFault) {
        self.init(seed: seed)
        let header = Self.header(seed: seed)
        // an empty file, or one whose first line was not written completely
        if header.starts(with: bytes) && bytes.count < header.count { return }
        guard bytes.starts(with: header) else { throw Self.fault(inHeader: bytes, seed: seed) }
        let lines = bytes.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast()
        for (position, line) in lines.enumerated() {
            if position > 0 {
                for change in try Self.read(Data(line), number: position + 1) {
                    change(&state)
                    entryCount += 1
                }
            }
            validLength += line.count + 1
        }
    }

    /// The first line of every journal.
    static func header(seed: UInt64) -> [UInt8] { Array("{\"format\":\(format),\"seed\":\(seed)}\n".utf8) }

    /// Why a file does not begin as a journal with this seed does.
    private static func fault(inHeader bytes: some Collection<UInt8>, seed: UInt64) -> StateFileFault {
        let line = Data(bytes.prefix { $0 != UInt8(ascii: "\n") })
        guard let header = try? JSONDecoder().decode(Header.self, from: line) else {
            return StateFileFault("is not a state file of this emulator")
        }
        guard header.format == format else {
            return StateFileFault(
                "is in format \(header.format), but this emulator reads format \(format); another version wrote it")
        }
        guard header.seed == seed else {
            return StateFileFault(
                "was written with seed \(header.seed), not seed \(seed): no account would be recognized")
        }
        return StateFileFault("is not a state file of this emulator")
    }

    private struct Header: Decodable {
        let format: Int
        /// Subjects are derived from the seed. With another seed, apps would recognize nobody.
        let seed: UInt64
    }

    private static func read(_ line: Data, number: Int) throws(StateFileFault) -> [KeptKind.Change] {
        do {
            return try JSONDecoder().decode(Line.self, from: line).changes
        } catch {
            throw StateFileFault("line \(number) cannot be read: \(Self.reason(error, in: line))")
        }
    }

    private static func reason(_ error: any Error, in line: Data) -> String {
        do throws(JSONTextFault) {
            _ = try StrictJSONReader.readWritten(
                [UInt8](line), limits: TokenLimits(maximumBytes: .max, maximumMembers: .max))
        } catch {
            return "column \(error.column): \(error.explanation)"
        }
        return switch error as? DecodingError {
        case .dataCorrupted(let context) where !context.codingPath.isEmpty: context.debugDescription
        case .some(let fault): fault.sentence(naming: { $0 })
        case nil: "\(error)"
        }
    }

    private struct Line: Decodable {
        let changes: [KeptKind.Change]

        init(from decoder: any Decoder) throws {
            let members = try decoder.container(keyedBy: KindName.self)
            changes = try members.allKeys.flatMap { name in
                guard let kind = KeptState.kinds.first(where: { $0.name == name.stringValue }) else {
                    throw DecodingError.dataCorruptedError(
                        forKey: name, in: members,
                        debugDescription: "nothing is called \(name.stringValue); a newer emulator wrote it")
                }
                return try kind.read(try members.superDecoder(forKey: name))
            }
        }
    }
}

/// A line of the journal: the entries that differ between two states, by kind.
struct StateChange: Encodable {
    private let parts: [(kind: String, entries: [any Encodable])]
    let entryCount: Int

    init(from recorded: KeptState, to kept: KeptState) {
        parts = KeptState.kinds.map { ($0.name, $0.changes(recorded, kept)) }.filter { !$0.1.isEmpty }
        entryCount = parts.reduce(0) { $0 + $1.entries.count }
    }

    func encode(to encoder: any Encoder) throws {
        var members = encoder.container(keyedBy: KindName.self)
        for (kind, entries) in parts {
            var list = members.nestedUnkeyedContainer(forKey: KindName(stringValue: kind))
            for entry in entries { try list.encode(entry) }
        }
    }

    /// The change on one line.
    var line: [UInt8] {
        get throws {
            let encoder = JSONEncoder()
            encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
            return [UInt8](try encoder.encode(self)) + [UInt8(ascii: "\n")]
        }
    }

    /// The same with a line for each entry.
    var lines: [UInt8] {
        get throws {
            try parts.flatMap { part in
                try part.entries.flatMap { try StateChange(parts: [(part.kind, [$0])], entryCount: 1).line }
            }
        }
    }

    private init(parts: [(kind: String, entries: [any Encodable])], entryCount: Int) {
        self.parts = parts
        self.entryCount = entryCount
    }
}

private struct KindName: CodingKey {
    let stringValue: String
    var intValue: Int? { nil }

    init(stringValue: String) { self.stringValue = stringValue }
    init?(intValue: Int) { nil }
}

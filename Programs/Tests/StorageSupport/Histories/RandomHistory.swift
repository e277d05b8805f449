package import AccountStorage
internal import Foundation

/// A few random operations in one transaction, the same for every database, so that answers can be compared.
///
/// They use only a few names, times and identifiers, so that they often concern the same rows and the same times.
package struct RandomHistory: Sendable {
    private let seed: UInt64
    private let length: Int

    /// The history with this number and this many operations.
    package init(_ number: Int, length: Int = 12) {
        seed = UInt64(number)
        self.length = length
    }

    /// Runs the history, rolls it back, and returns the answer to each operation.
    package func answers(of database: some AccountDatabase) async throws(StorageFailure) -> [String] {
        try await database.transaction { records throws(StorageFailure) in .discard(run(on: records)) }
    }

    private func run(on records: any AccountTransaction) -> [String] {
        var dice = Dice(seed: seed)
        // Usually one kind of record, so that operations affect each other. Sometimes all kinds.
        let kind = dice.number(5) == 0 ? Verb.kinds.flatMap { $0 } : dice.one(of: Verb.kinds)
        let recording = kind.filter { $0.name.hasPrefix("record") }
        // Some operations are left out, so that the others meet more often (Groce et al., "Swarm Testing", ISSTA 2012).
        let chosen = kind.filter { _ in dice.flag() }
        let verbs = chosen.isEmpty ? kind : chosen
        return (0..<length).map { _ in
            let verb = dice.number(3) == 0 ? dice.one(of: recording) : dice.one(of: verbs)
            do throws(StorageFailure) {
                return "\(verb.name): \(try verb.run(records, &dice))"
            } catch {
                return "\(verb.name): \(error)"
            }
        }
    }
}

/// Generates the same values for the same seed on every platform (SplitMix64).
struct Dice: Sendable {
    private var state: UInt64

    init(seed: UInt64) {
        // Not a multiple of the increment below. Otherwise each history would be the previous one, shifted by one
        // value.
        state = seed &* 0xD1B5_4A32_D192_ED03
    }

    mutating func number(_ bound: UInt64) -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var mixed = state
        mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
        return (mixed ^ (mixed >> 31)) % bound
    }

    mutating func one<Value>(of values: [Value]) -> Value { values[Int(number(UInt64(values.count)))] }
    mutating func maybe<Value>(_ draw: (inout Dice) -> Value) -> Value? { number(3) == 0 ? nil : draw(&self) }

    mutating func flag() -> Bool { number(2) == 0 }
    mutating func count() -> Int { Int(number(4)) }
    mutating func counter() -> Int64 { Int64(number(3)) }
    mutating func id<Owner>() -> Identifier<Owner> { Identifier(high: 1, low: number(3)) }
    mutating func timeID<Owner>() -> Identifier<Owner> {
        Identifier(high: Identifier<Owner>.first(at: time()).high, low: number(3))
    }
    mutating func text() -> String { one(of: ["a", "b", "Ä@example.com", "x@privaterelay.appleid.com"]) }
    mutating func bytes() -> [UInt8] { one(of: [[], [1], [2]]) }
    mutating func time() -> Date {
        Date(timeIntervalSince1970: 1_772_366_400).addingTimeInterval(
            one(of: [-90_000, -86_400, -1, 0, 1, 3_600, 86_400, 172_800]))
    }
}

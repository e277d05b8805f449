/// The plural forms that languages distinguish (Unicode CLDR, Language Plural Rules).
enum PluralCategory: String, Sendable, CaseIterable {
    case zero, one, two, few, many, other
}

/// Chooses the plural form for a whole number, by the conditions of Unicode's CLDR: a translator copies them from its
/// table (UTS #35 part 3, section 5.1).
struct PluralRules: Sendable, Equatable {
    private let conditions: [PluralCategory: PluralCondition]

    /// The forms that have a condition.
    var categories: Set<PluralCategory> { Set(conditions.keys) }

    init(_ conditions: [PluralCategory: PluralCondition]) {
        self.conditions = conditions
    }

    /// The form for a number. At most one condition of a language is true; `other` is for the rest.
    func category(of number: Int) -> PluralCategory {
        PluralCategory.allCases.first { conditions[$0]?.holds(for: number) == true } ?? .other
    }
}

/// A condition such as `n % 10 = 2..4 and n % 100 != 12..14`.
struct PluralCondition: Sendable, Equatable {
    private struct Relation: Sendable, Equatable {
        /// Whether the operand is the number. The others describe decimal places, which whole numbers lack.
        let isNumber: Bool
        let modulus: Int?
        let isEqual: Bool
        let ranges: [ClosedRange<Int>]

        func holds(for number: Int) -> Bool {
            let operand = isNumber ? number : 0
            let value = modulus.map { operand % $0 } ?? operand
            return ranges.contains { $0.contains(value) } == isEqual
        }
    }

    /// One of the groups must hold in full.
    private let alternatives: [[Relation]]

    func holds(for number: Int) -> Bool {
        alternatives.contains { $0.allSatisfy { $0.holds(for: number) } }
    }

    /// Reads a condition; nil if it is malformed. Samples, which begin with `@`, are left out.
    init?(_ text: String) {
        let rule = text.prefix { $0 != "@" }
        var alternatives: [[Relation]] = []
        for group in Self.split(rule, at: "or") {
            let relations = Self.split(group, at: "and").map { Self.relation($0) }
            let read = relations.compactMap { $0 }
            guard read.count == relations.count else { return nil }
            alternatives.append(read)
        }
        self.alternatives = alternatives
    }

    private static func split(_ text: Substring, at word: String) -> [[Substring]] {
        split(text.split(separator: " "), at: word)
    }

    private static func split(_ words: [Substring], at word: String) -> [[Substring]] {
        words.split(separator: Substring(word), omittingEmptySubsequences: false).map(Array.init)
    }

    private static func relation(_ words: [Substring]) -> Relation? {
        guard let operand = words.first, ["n", "i", "v", "w", "f", "t", "c", "e"].contains(operand) else { return nil }
        var rest = words.dropFirst()
        var modulus: Int?
        if rest.first == "%" {
            guard let value = rest.dropFirst().first.flatMap({ Int($0) }), value > 0 else { return nil }
            modulus = value
            rest = rest.dropFirst(2)
        }
        guard let sign = rest.first, ["=", "!="].contains(sign) else { return nil }
        let list = rest.dropFirst().joined().split(separator: ",", omittingEmptySubsequences: false)
        let ranges = list.map { range($0) }
        let read = ranges.compactMap { $0 }
        guard read.count == ranges.count else { return nil }
        return Relation(
            isNumber: ["n", "i"].contains(operand), modulus: modulus, isEqual: sign == "=", ranges: read)
    }

    private static func range(_ text: Substring) -> ClosedRange<Int>? {
        let ends = text.split(separator: "..", omittingEmptySubsequences: false).map { Int($0) }
        guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2, first <= last else {
            return nil
        }
        return first...last
    }
}

/// Finds the name that somebody probably meant who sent an unknown one.
package enum NearestName {
    /// Longer names are not compared.
    private static let longest = 64
    /// The rank of a name that shares whole words only, behind every name that is spelled nearly alike.
    private static let sharedWords = 4

    /// The nearest of the known names, if one is near enough: nearly the same letters, as `linkTicket` and `link_ticket`
    /// have, or else the same words at its beginning or end, as `authorizationCode` and `code` have.
    package static func find(_ sent: String, among known: [String]) -> String? {
        let words = words(of: sent)
        guard sent.utf8.count <= longest, !words.isEmpty else { return nil }
        let ranked = known.lazy.compactMap { name in rank(words, Self.words(of: name)).map { (name: name, rank: $0) } }
        return ranked.min { $0.rank < $1.rank }?.name
    }

    /// How many bytes were left out, added, changed or exchanged with their neighbour (the optimal string alignment
    /// distance). Long texts are not compared.
    package static func distance(_ one: String, _ other: String) -> Int {
        let (left, right) = (Array(one.utf8), Array(other.utf8))
        guard left.count <= longest, right.count <= longest else { return .max / 16 }
        // Only the last two rows of the table are needed for the next one.
        var (before, last) = ([Int](), Array(0...right.count))
        for (row, byte) in left.enumerated() {
            var current = [row + 1]
            for (column, other) in right.enumerated() {
                let change = last[column] + (byte == other ? 0 : 1)
                var least = min(change, last[column + 1] + 1, current[column] + 1)
                if row > 0, column > 0, byte == right[column - 1], left[row - 1] == other {
                    least = min(least, before[column - 1] + 1)
                }
                current.append(least)
            }
            (before, last) = (last, current)
        }
        return last[right.count]
    }

    private static func rank(_ sent: [String], _ known: [String]) -> Int? {
        let letters = sent.joined()
        let distance = distance(letters, known.joined())
        if distance <= min(sharedWords - 1, max(1, letters.utf8.count / 3)) { return distance }
        return areAtAnEnd(sent, of: known) || areAtAnEnd(known, of: sent) ? sharedWords : nil
    }

    private static func areAtAnEnd(_ words: [String], of others: [String]) -> Bool {
        others.starts(with: words) || others.reversed().starts(with: words.reversed())
    }

    /// The words of a name in lower case: of `identityToken`, `identity_token` or `identity-token`.
    private static func words(of name: String) -> [String] {
        var words: [String] = []
        var isInWord = false
        var wasLowercase = false
        for character in name {
            let isOfWord = character.isLetter || character.isNumber
            if isOfWord, !isInWord || character.isUppercase && wasLowercase { words.append("") }
            if isOfWord { words[words.count - 1] += character.lowercased() }
            (isInWord, wasLowercase) = (isOfWord, character.isLowercase)
        }
        return words
    }
}

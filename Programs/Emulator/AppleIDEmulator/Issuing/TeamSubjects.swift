/// The subjects of people. As at Apple, each team gets its own subject for a person, which all its apps share.
enum TeamSubjects {
    /// A person's subject for one team. A Managed Apple Account has another form.
    static func subject(of key: String, _ person: Person?, team: String, seed: UInt64) -> String {
        person?.managed == nil
            ? subject(of: key, team: team, seed: seed) : managedSubject(of: key, team: team, seed: seed)
    }

    /// A subject in Apple's form for consumers, `NNNNNN.<32 hex>.NNNN`, derived from the seed.
    static func subject(of person: String, team: String, seed: UInt64) -> String {
        let digest = SeededBytes.digest("sub", seed, team, person)
        let first = digits(digest[0..<4], count: 6)
        // real subjects begin with a small number: six digits, of which the first two or three are zeros
        return "00" + first.suffix(4) + "." + hex(digest[4..<20]) + "." + digits(digest[20..<24], count: 4)
    }

    /// A transfer identifier in the form of Apple's sample, `760417.<32 hex>.1827`
    /// (Apple: "Transferring your apps and users to another team").
    static func transferIdentifier(of person: String, to recipient: String, seed: UInt64) -> String {
        let digest = SeededBytes.digest("transfer-sub", seed, recipient, person)
        return digits(digest[0..<4], count: 6) + "." + hex(digest[4..<20]) + "." + digits(digest[20..<24], count: 4)
    }

    /// The subject of a Managed Apple Account. The middle of Apple's sample is not hexadecimal, so subjects are opaque.
    static func managedSubject(of person: String, team: String, seed: UInt64) -> String {
        let digest = SeededBytes.digest("managed-sub", seed, team, person)
        let letters = Array("ghijklmnopqrstuvwxyz0123456789abcdef")
        let middle = String(digest[4..<32].map { letters[Int($0) % letters.count] })
        return "00" + digits(digest[0..<4], count: 6).suffix(4) + "." + middle + "." + hex(digest[0..<2])
    }

    private static func digits(_ bytes: ArraySlice<UInt8>, count: Int) -> String {
        let number = bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
        let text = String(number)
        return String((String(repeating: "0", count: count) + text).suffix(count))
    }

    static func hex(_ bytes: some Sequence<UInt8>) -> String {
        let digits = Array("0123456789abcdef".utf8)
        var text: [UInt8] = []
        text.reserveCapacity(2 * bytes.underestimatedCount)
        for byte in bytes {
            text.append(digits[Int(byte >> 4)])
            text.append(digits[Int(byte & 15)])
        }
        return String(decoding: text, as: UTF8.self)
    }
}

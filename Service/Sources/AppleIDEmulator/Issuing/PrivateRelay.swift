/// Hidden addresses: one per (person, team), ten lowercase letters and digits at Apple's relay domain.
enum PrivateRelay {
    /// `turn` counts the addresses that were given up before.
    static func address(of person: String, team: String, domain: String, turn: Int = 0, seed: UInt64) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let digest =
            turn == 0
            ? SeededBytes.digest("relay", seed, team, person)
            : SeededBytes.digest("relay", seed, team, person, "\(turn)")
        return String(digest.prefix(10).map { alphabet[Int($0) % alphabet.count] }) + "@" + domain
    }
}

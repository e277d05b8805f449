/// Relay addresses: one per person and team, with ten lowercase letters and digits before the relay domain.
enum PrivateRelay {
    /// The relay address for a person and team. `turn` counts the addresses that were replaced before.
    static func address(of person: String, team: String, domain: String, turn: Int = 0, seed: UInt64) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let digest =
            turn == 0
            ? SeededBytes.digest("relay", seed, team, person)
            : SeededBytes.digest("relay", seed, team, person, "\(turn)")
        return String(digest.prefix(10).map { alphabet[Int($0) % alphabet.count] }) + "@" + domain
    }
}

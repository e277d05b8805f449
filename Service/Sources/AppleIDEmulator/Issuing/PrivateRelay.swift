/// Hidden addresses: one per (person, team), ten lowercase letters and digits at Apple's relay domain.
enum PrivateRelay {
    static func address(of person: String, team: String, domain: String, seed: UInt64) -> String {
        let alphabet = Array("abcdefghijkmnpqrstuvwxyz23456789")
        let digest = SeededBytes.digest("relay", seed, team, person)
        return String(digest.prefix(10).map { alphabet[Int($0) % alphabet.count] }) + "@" + domain
    }
}

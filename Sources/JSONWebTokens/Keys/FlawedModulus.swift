/// RSA keys of a generator that chose its primes from too small a set, so that their moduli can be factored
/// (CVE-2017-15361, "ROCA": Nemec, Sys, Svenda, Klinec, Matyas, "The Return of Coppersmith's Attack", CCS 2017, section
/// 5.1).
///
/// Modulo each small prime, such a modulus is a power of 65,537. One sound modulus in 200 million has the same
/// property.
enum FlawedModulus {
    private static let primes = [
        3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61, 67, 71, 73, 79, 83, 89, 97, 101, 103, 107, 109,
        113, 127, 131, 137, 139, 149, 151, 157, 163, 167,
    ]

    /// Whether a modulus, most significant octet first, has this property.
    static func isMarked(_ modulus: [UInt8]) -> Bool {
        primes.allSatisfy { prime in
            let rest = modulus.reduce(0) { ($0 << 8 | Int($1)) % prime }
            return isPower(rest, of: 65_537 % prime, modulo: prime)
        }
    }

    private static func isPower(_ value: Int, of base: Int, modulo prime: Int) -> Bool {
        var power = 1
        repeat {
            if power == value { return true }
            power = power * base % prime
        } while power != 1
        return false
    }
}

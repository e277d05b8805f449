import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// The values of an attempt and of an account that the kit makes itself.
@Suite struct AttemptValueTests {
    @Test(arguments: [(0x0F, "0f"), (0x10, "10"), (0x00, "00"), (0xFF, "ff")])
    func `a random byte has two digits`(byte: UInt64, digits: String) {
        var generator = RepeatingGenerator(value: byte * 0x0101_0101_0101_0101)
        let attempt = SignInAttempt.random(at: Sample.start, using: &generator)
        #expect(attempt.nonce.exposed == String(repeating: digits, count: 32))
    }

    @Test func `a byte of a digest has two digits`() {
        // sha256sum of "624", which has the bytes 0x00, 0x0f and 0x10
        #expect(
            HexadecimalDigest.of("624") == "1b3c33580f2e2094cbde0bfd58f8008ee6e29c06643ca310222045c82fe0ab0e")
    }

    @Test func `an attempt without a nonce asks Apple for none and keeps a state of its own`() {
        let attempt = SignInAttempt.withoutNonce(at: Sample.start)
        #expect(attempt.requestNonce == nil && attempt.nonce == Secret(""))
        #expect(attempt.state != SignInAttempt.withoutNonce(at: Sample.start).state)
        #expect(Sample.attempt.requestNonce == Sample.attempt.hashedNonce)
    }

    @Test(arguments: [
        ("x7k2m9@privaterelay.appleid.com", true), ("X7K2M9@PrivateRelay.AppleID.com", true),
        ("x7k2m9@private.icloud.com", true), ("grace@icloud.com", false), ("x7k2m9@not-private.icloud.com", false),
        ("grace@example.com", false), ("grace@privaterelay.appleid.com.example.com", false), (nil, false),
    ])
    func `R31 an account of a backend that says no more is private if its address is a relay address`(
        email: String?, isPrivate: Bool
    ) {
        let account = SignInAccount(id: "account-1", email: email)
        #expect(account.isPrivateEmail == isPrivate && !account.isEmailVerified)
    }
}

private struct RepeatingGenerator: RandomNumberGenerator {
    let value: UInt64
    mutating func next() -> UInt64 { value }
}

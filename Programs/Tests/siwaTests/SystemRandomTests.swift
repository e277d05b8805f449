import Testing

@testable import ServiceAssembly

@Suite struct `The system's randomness` {
    @Test(arguments: [0, 1, 7, 8, 9, 16, 33, 64, 256, 257, 600])
    func `comes in any length`(_ count: Int) {
        #expect(SystemRandom.bytes(count).count == count)
    }

    /// The probability that a given byte is equal in all 64 draws is one in 256 to the power of 63.
    @Test func `differs in every place`() {
        let draws = (0..<64).map { _ in SystemRandom.bytes(600) }
        for place in 0..<600 { #expect(Set(draws.map { $0[place] }).count > 1, "byte \(place)") }
    }
}

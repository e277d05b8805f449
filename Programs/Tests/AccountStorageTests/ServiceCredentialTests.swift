import Foundation
import Testing

@testable import AccountStorage

struct `The scopes of a service's credential` {
    @Test func `are stored as these bits, whatever the order of the cases`() {
        let bits: [ServiceCredential.Scope: Int64] = [
            .accountsRead: 1, .accountsWrite: 2, .link: 4, .operations: 8, .numbersRead: 16, .numbersWrite: 32,
            .mail: 64, .mailSend: 128,
        ]
        #expect(Dictionary(uniqueKeysWithValues: ServiceCredential.Scope.allCases.map { ($0, $0.bit) }) == bits)
        for (scope, bit) in bits { #expect(ServiceCredential.scopes(bits: bit) == [scope]) }
    }

    @Test func `come back from their bits`() {
        for bits in Int64(0)..<256 {
            let scopes = ServiceCredential.scopes(bits: bits)
            let credential = ServiceCredential(
                id: CredentialID(high: 1, low: 1), name: "n", keyHash: [], scopes: scopes ?? [],
                createdAt: .distantPast)
            #expect(scopes != nil && credential.scopeBits == bits)
        }
    }

    @Test(arguments: [Int64(256), 257, 1 << 62, -1, .min])
    func `are not read from a number with a bit that names none`(_ bits: Int64) {
        #expect(ServiceCredential.scopes(bits: bits) == nil)
    }
}

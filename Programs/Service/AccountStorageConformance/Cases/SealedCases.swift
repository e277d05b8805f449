internal import AccountStorage
internal import Foundation

extension ConformanceCase {
    static let sealedValues: [ConformanceCase] = [
        ConformanceCase("sealed values of every kind are listed page by page, none twice and none left out") {
            database in
            let found = try await database.keep { records throws(StorageFailure) in
                for number in (1...5).reversed() { try records.recordSealed(number) }
                try records.recordGrant(
                    AppleGrant(identityID: .numbered(9), clientID: "app", sealedRefreshToken: nil, obtainedAt: noon))
                return try SealedKind.allCases.map { kind throws(StorageFailure) in
                    try records.sealedPages(of: kind)
                }
            }
            let expected = SealedKind.allCases.map { kind in (1...5).flatMap { SealedValue.samples($0, kind) } }
            try expect(found, is: expected, "the values")
        },
        ConformanceCase("a sealed value is replaced where it is still the same, and nothing else is") { database in
            try await database.keep { records throws(StorageFailure) in
                for number in 1...2 { try records.recordSealed(number) }
            }
            for kind in SealedKind.allCases {
                let (isReplaced, isReplacedAgain, isMade) = try await database.keep { records throws(StorageFailure) in
                    let value = SealedValue.samples(1, kind)[0]
                    return (
                        try records.replaceSealed(value, with: [7, 7]), try records.replaceSealed(value, with: [8]),
                        try records.replaceSealed(SealedValue.samples(3, kind)[0], with: [9])
                    )
                }
                try expect([isReplaced, isReplacedAgain, isMade], is: [true, false, false], "what was replaced")
                let found = try await database.keep { records throws(StorageFailure) in
                    try records.sealedPages(of: kind)
                }
                var expected = (1...2).flatMap { SealedValue.samples($0, kind) }
                expected[0] = SealedValue(place: expected[0].place, bytes: [7, 7])
                try expect(found, is: expected, "the values of \(kind)")
            }
        },
    ]
}

extension SealedValue {
    /// The values that `recordSealed` stores for a number, in order.
    fileprivate static func samples(_ number: Int, _ kind: SealedKind) -> [SealedValue] {
        let bytes = [UInt8(number), 0, 255]
        switch kind {
        case .grants:
            return ["app", "web"].map { SealedValue(place: .grant(.numbered(number), clientID: $0), bytes: bytes) }
        case .replacedGrants:
            let place = SealedPlace.replacedGrant(.numbered(number), .numbered(number + 20), clientID: "app")
            return [SealedValue(place: place, bytes: bytes)]
        case .keptNames: return [SealedValue(place: .keptName(.numbered(number)), bytes: bytes)]
        case .linkProofs:
            return [SealedValue(place: .linkProof(.numbered(number), .numbered(number + 20)), bytes: bytes)]
        case .outboxItems:
            let place = SealedPlace.outboxItem(.numbered(number), .numbered(number + 20), clientID: "app")
            return [SealedValue(place: place, bytes: bytes)]
        case .mail: return [SealedValue(place: .mail(.numbered(number)), bytes: bytes)]
        }
    }
}

extension AccountTransaction {
    /// Records one row of each kind, and two grants.
    fileprivate func recordSealed(_ number: Int) throws(StorageFailure) {
        let bytes = [UInt8(number), 0, 255]
        for client in ["web", "app"] {
            try recordGrant(
                AppleGrant(
                    identityID: .numbered(number), clientID: client, sealedRefreshToken: bytes, obtainedAt: noon))
        }
        try recordReplacedGrant(
            ReplacedGrant(
                id: .numbered(number), identityID: .numbered(number + 20), clientID: "app", sealedRefreshToken: bytes,
                aliveAt: nil, replacedAt: noon))
        try recordKeptName(
            KeptName(identityID: .numbered(number), sealedName: bytes, keptAt: noon, expiresAt: noon(plus: 9)))
        var proof = LinkProof.sample(number)
        (proof.identityID, proof.sealedFacts) = (.numbered(number + 20), bytes)
        try recordLinkProof(proof)
        try recordOutboxItem(
            OutboxItem(
                id: .numbered(number), kind: .validation, accountID: .numbered(number),
                identityID: .numbered(number + 20),
                clientID: "app", sealedRefreshToken: bytes, createdAt: noon, dueAt: noon))
        var mail = OutgoingMail.sample(number)
        mail.sealedMessage = bytes
        try recordMail(mail)
    }

    /// All values of a kind, two at a time.
    fileprivate func sealedPages(of kind: SealedKind) throws(StorageFailure) -> [SealedValue] {
        var found: [SealedValue] = []
        while true {
            let page = try findSealed(kind, after: found.last?.place, limit: 2)
            found += page
            // The limit stops a faulty database that returns the first page again and again.
            guard !page.isEmpty, found.count < 100 else { return found }
        }
    }
}

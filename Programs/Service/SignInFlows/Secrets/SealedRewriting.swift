import AccountStorage
import Foundation

/// Reseals values under the current key that are sealed under another one, a few rows at a time.
package struct SealedRewriting: Sendable {
    private let environment: SignInEnvironment

    package init(_ environment: SignInEnvironment) {
        self.environment = environment
    }

    /// The result of a pass over all sealed values.
    package struct Report: Sendable, Equatable {
        /// How many values were resealed.
        package var rewritten = 0
        /// How many values no key opens. They are left unchanged.
        package var unreadable = 0
    }

    /// How many rows one transaction reads.
    static let pageLength = 100

    /// Checks every sealed value once. If it rewrites nothing, then no value was sealed under another key when it
    /// began, and none was copied from such a value since.
    package func run() async throws(SignInError) -> Report {
        var report = Report()
        for kind in SealedKind.allCases {
            var last: SealedPlace?
            repeat {
                let page = try await rewrite(kind, after: last)
                report.rewritten += page.report.rewritten
                report.unreadable += page.report.unreadable
                last = page.last
            } while last != nil
        }
        return report
    }

    private func rewrite(
        _ kind: SealedKind, after place: SealedPlace?
    ) async throws(SignInError) -> (report: Report, last: SealedPlace?) {
        let vault = environment.secrets.vault
        return try await environment.write { records in
            var report = Report()
            let page = try records.findSealed(kind, after: place, limit: Self.pageLength)
            for value in page where !vault.isCurrent(value.bytes) {
                guard let bytes = vault.resealed(value.bytes, for: value.place.purpose) else {
                    report.unreadable += 1
                    continue
                }
                if try records.replaceSealed(value, with: bytes) { report.rewritten += 1 }
            }
            let last = page.count < Self.pageLength ? nil : page.last?.place
            return (report, last)
        }
    }
}

extension SealedPlace {
    /// The purpose for which the value here was sealed.
    var purpose: TokenVault.Purpose {
        switch self {
        case .grant(let identity, let clientID), .replacedGrant(_, let identity, let clientID),
            .outboxItem(_, let identity, let clientID):
            .refreshToken(identity, clientID: clientID)
        case .keptName(let identity): .firstTimeName(identity)
        case .linkProof(_, let identity): .signedFacts(identity)
        case .mail(let mail): .mail(mail)
        }
    }
}

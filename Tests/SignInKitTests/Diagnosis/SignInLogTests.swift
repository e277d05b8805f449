import Foundation
import Testing

@testable import SignInKit

/// A debug build writes one line for each incident, with the likely cause.
@Suite struct SignInLogTests {
    private static let error = FrameworkError(
        domain: SheetFailure.domain, code: 1000,
        underlying: [FrameworkError(domain: "AKAuthenticationError", code: -7026)])

    @Test func `an incident is written down and passed on`() {
        let lines = Lines()
        let incidents = Incidents()
        let observe = SignInLog(write: { lines.add($0) }).before(incidents.note)
        observe(.storageFailed(.session))
        observe(.failed(.sheet(.unknown)))
        #expect(lines.all.count == 1)
        #expect(incidents.all == [.storageFailed(.session), .failed(.sheet(.unknown))])
    }

    @Test func `each incident says what happened`() throws {
        #expect(SignInIncident.storageFailed(.session).logLine?.contains("session") == true)
        #expect(SignInIncident.credentialStateUnknown.logLine?.isEmpty == false)
        let line = try #require(SignInIncident.sheetFailed(.unknown, Self.error).logLine)
        #expect(line.hasPrefix("Apple's sheet failed: sheet_unknown, \(Self.error). Likely cause: Sign in with Apple"))
        let unexplained = SignInIncident.sheetFailed(.failed, FrameworkError(domain: "d", code: 7)).logLine
        #expect(unexplained == "Apple's sheet failed: sheet_failed, d 7.")
    }

    @Test func `a failure has a line, unless the sheet's error has said it`() {
        #expect(SignInIncident.failed(.attemptExpired).logLine == "The request failed: attempt_expired.")
        #expect(SignInIncident.failed(.addressRefused).logLine?.contains("plainOrigins") == true)
        #expect(SignInIncident.failed(.sheet(.unknown)).logLine == nil)
        #expect(SignInIncident.failed(.sheet(.noWindow)).logLine?.contains("no window") == true)
        for failure in [SheetFailure.noWindow, .unexpectedCredential, .unanswered] {
            let code = SignInFailure.sheet(failure).code
            let line = SignInIncident.failed(.sheet(failure)).logLine
            #expect(line?.hasPrefix("The request failed: \(code). Likely cause: ") == true, "\(code) brings no error")
        }
        let unknownClient = SignInFailure.refused(code: "client_unknown", requestID: "r")
        #expect(SignInIncident.failed(unknownClient).logLine?.hasSuffix("no client of this name.") == true)
    }

    @Test func `a failed transfer has a line, which says that the session stays`() {
        let line = SignInIncident.transferFailed(.refused(code: "transfer_unmatched", requestID: "r")).logLine
        let beginning = "The new identifier after a transfer could not be had: transfer_unmatched. The session stays."
        #expect(line?.hasPrefix(beginning) == true)
        #expect(line?.contains("Likely cause: The app has moved to another team.") == true)
    }

    @Test func `what a server sends as a code is written only if it is one`() {
        let failure = SignInFailure.refused(code: "The password of ada is wrong", requestID: "r")
        #expect(SignInIncident.failed(failure).logLine == "The request failed: a code that is none.")
        #expect(SignInIncident.transferFailed(failure).logLine?.contains("ada") == false)
    }

    @Test func `each code with a cause is one of the kit or of the service`() throws {
        let service = try Repository.sources(below: "Programs/Service/SignInFlows/Environment/Refusals")
            .values.joined(separator: "\n")
        let kit = try Repository.text("Sources/SignInKit/SignInKit.docc/Failures.md")
        // These are of the library that verifies Apple's tokens.
        let library: Set = ["audience_mismatch", "issuer_mismatch", "nonce_mismatch"]
        for code in Set(LikelyCause.ofCodes.keys).subtracting(library) {
            #expect(service.contains("\"\(code)\"") || kit.contains("| `\(code)` |"), "\(code)")
        }
    }
}

/// Lines that were written.
private final class Lines: @unchecked Sendable {
    private let lock = NSLock()
    private var lines: [String] = []
    var all: [String] { lock.withLock { lines } }
    func add(_ line: String) { lock.withLock { lines.append(line) } }
}

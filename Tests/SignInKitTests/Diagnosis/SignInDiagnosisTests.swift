import Foundation
import SignInAPI
import Testing

@testable import SignInKit

/// A developer learns what keeps people from signing in.
@Suite struct SignInDiagnosisTests {
    private typealias Verdict = SignInDiagnosis.Verdict

    private static func facts(
        profile: ProvisioningProfile? = nil, backend: SignInDiagnosis.Facts.Backend = .other
    ) -> SignInDiagnosis.Facts {
        SignInDiagnosis.Facts(
            build: SignInDiagnosis.Facts.Build(profile: profile, bundleID: "com.example.notes"), backend: backend,
            now: Sample.start)
    }

    private static func probe(
        _ answer: ServiceProbe.Answer, ahead seconds: Double? = nil, at address: String = "https://id.example.com"
    ) throws -> SignInDiagnosis.Facts.Backend {
        let clocks = seconds.map {
            ServiceProbe.Clocks(theirs: Sample.start, ours: Sample.start.addingTimeInterval($0))
        }
        return .service(
            ServiceProbe(address: try AppUnderTest.address(address), client: "notes", answer: answer, clocks: clocks))
    }

    private static func finding(
        _ topic: SignInDiagnosis.Topic, _ facts: SignInDiagnosis.Facts
    ) throws -> SignInDiagnosis.Finding {
        try #require(SignInDiagnosis(facts).findings.first { $0.topic == topic })
    }

    @Test func `each topic has one finding, in a line of its own`() throws {
        let diagnosis = SignInDiagnosis(Self.facts())
        #expect(diagnosis.findings.map(\.topic) == SignInDiagnosis.Topic.allCases)
        let lines = diagnosis.description.components(separatedBy: "\n")
        #expect(lines.count == SignInDiagnosis.Topic.allCases.count)
        #expect(lines.first?.hasPrefix("entitlement: unknown. This build has no profile") == true)
        #expect(diagnosis.isGood, "what is unknown is not wrong")
    }

    @Test func `the entitlement is that of the profile, for this app, until its last day`() throws {
        func verdict(_ profile: ProvisioningProfile?) throws -> Verdict {
            try Self.finding(.entitlement, Self.facts(profile: profile)).verdict
        }
        #expect(try verdict(nil) == .unknown)
        #expect(try verdict(ProvisioningProfileTests.profile()) == .good)
        #expect(try verdict(ProvisioningProfileTests.profile(allows: false)) == .wrong)
        #expect(try verdict(ProvisioningProfileTests.profile("TEAM000001.com.example.other")) == .wrong)
        #expect(try verdict(ProvisioningProfileTests.profile(expires: Sample.start)) == .wrong)
        #expect(try verdict(ProvisioningProfileTests.profile(expires: Sample.start.addingTimeInterval(1))) == .good)
        var facts = Self.facts(profile: try ProvisioningProfileTests.profile("TEAM000001.com.example.other"))
        facts.build.bundleID = nil
        #expect(try Self.finding(.entitlement, facts).verdict == .good, "a program without a bundle ID")
    }

    @Test(
        arguments: [
            (.opened, .good, .good), (.refused(code: "client_unknown"), .good, .wrong),
            (.limited(code: "rate_limited"), .good, .unknown), (.broken(code: "internal_error"), .wrong, .unknown),
            (.foreign(status: 404), .wrong, .unknown),
            (.nothing(FrameworkError(domain: "NSURLErrorDomain", code: -1004)), .wrong, .unknown),
        ] as [(ServiceProbe.Answer, SignInDiagnosis.Verdict, SignInDiagnosis.Verdict)])
    func `an answer of the service tells address and name apart`(
        answer: ServiceProbe.Answer, address: SignInDiagnosis.Verdict, client: SignInDiagnosis.Verdict
    ) throws {
        let diagnosis = SignInDiagnosis(Self.facts(backend: try Self.probe(answer)))
        #expect(diagnosis.findings.first { $0.topic == .address }?.verdict == address)
        #expect(diagnosis.findings.first { $0.topic == .client }?.verdict == client)
        #expect(diagnosis.isGood == (address == .good && client != .wrong))
    }

    @Test func `a finding names the number and the likely cause`() throws {
        let error = FrameworkError(domain: "NSURLErrorDomain", code: -1004)
        let nothing = try Self.finding(.address, Self.facts(backend: try Self.probe(.nothing(error))))
        #expect(nothing.text.contains("NSURLErrorDomain -1004"))
        #expect(nothing.text.contains("localhost"))
        let refused = try Self.probe(.refused(code: "client_unknown"))
        #expect(try Self.finding(.client, Self.facts(backend: refused)).text.hasSuffix("no client of this name."))
        var facts = Self.facts()
        facts.storageError = FrameworkError(domain: "NSOSStatusErrorDomain", code: -34018)
        facts.sheet = SheetFault(
            failure: .unknown, error: FrameworkError(domain: "AKAuthenticationError", code: -7022))
        #expect(try Self.finding(.storage, facts).text.contains("signed to run locally"))
        #expect(try Self.finding(.storage, facts).verdict == .wrong)
        #expect(try Self.finding(.sheet, facts).text.contains("No Apple Account"))
        #expect(try Self.finding(.sheet, facts).verdict == .wrong)
    }

    @Test func `a sheet that brought no error is told by the code of its failure`() throws {
        for (failure, word) in [
            (SheetFailure.unanswered, "signing"), (.noWindow, "no window"), (.unexpectedCredential, "not requested"),
        ] {
            var facts = Self.facts()
            facts.sheet = SheetFault(failure: failure)
            let finding = try Self.finding(.sheet, facts)
            #expect(finding.verdict == .wrong, "\(failure)")
            #expect(finding.text.contains(SignInFailure.sheet(failure).code))
            #expect(finding.text.contains(word))
        }
    }

    @Test func `a number that also follows a closed sheet is not told as a fault, unless it is of another domain`()
        throws
    {
        func verdict(
            _ code: Int, below numbers: Int..., domain: String = "AKAuthenticationError"
        ) throws -> Verdict {
            var facts = Self.facts()
            facts.sheet = SheetFault(
                failure: SheetFailure(code: code),
                error: FrameworkError(
                    domain: SheetFailure.domain, code: code,
                    underlying: numbers.map { FrameworkError(domain: domain, code: $0) }))
            return try Self.finding(.sheet, facts).verdict
        }
        #expect(try verdict(1001, below: -7003) == .unknown)
        #expect(try verdict(1000, below: -7003) == .wrong)
        #expect(try verdict(1001, below: -7026) == .wrong)
        #expect(try verdict(1001, below: -7003, -7026) == .wrong)
        #expect(try verdict(1001, below: -7003, domain: "AKOtherError") == .wrong)
    }

    @Test func `an address is shown without anything that could be a secret`() throws {
        let probe = try Self.probe(.opened, at: "https://ada:secret@id.example.com:8443/secret?secret#secret")
        let finding = try Self.finding(.address, Self.facts(backend: probe))
        #expect(finding.text == "The service answers at https://id.example.com:8443.")
    }

    @Test func `a refused address is wrong, and nothing else is known of the service`() throws {
        let diagnosis = SignInDiagnosis(Self.facts(backend: .refused))
        #expect(diagnosis.findings.first { $0.topic == .address }?.verdict == .wrong)
        #expect(diagnosis.findings.first { $0.topic == .address }?.text.contains("https") == true)
        #expect(diagnosis.findings.first { $0.topic == .client }?.verdict == .unknown)
        #expect(SignInDiagnosis.ofRefusedAddress().isGood == false)
    }

    @Test(arguments: [
        (0.0, SignInDiagnosis.Verdict.good, "agrees"), (60, .good, "agrees"), (-60, .good, "agrees"),
        (61, .wrong, "61 seconds ahead of the"), (-61, .wrong, "61 seconds behind the"),
    ])
    func `the clock may differ by a minute`(ahead: Double, verdict: SignInDiagnosis.Verdict, words: String) throws {
        let finding = try Self.finding(.clock, Self.facts(backend: try Self.probe(.opened, ahead: ahead)))
        #expect(finding.verdict == verdict)
        #expect(finding.text.contains(words))
    }

    @Test func `without a time of the server the clock is unknown`() throws {
        #expect(try Self.finding(.clock, Self.facts(backend: try Self.probe(.opened))).verdict == .unknown)
    }
}

/// The client asks the service, the storage and the sheet.
@Suite struct ClientDiagnosisTests {
    private static let build = SignInDiagnosis.Facts.Build(profile: nil, bundleID: nil)

    private static func verdicts(_ app: AppUnderTest) async -> [String] {
        await app.client.diagnosis(of: build).findings.map { "\($0.topic) \($0.verdict)" }
    }

    @Test func `a service that opens attempts knows the app`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "secret-a", nonce: "secret-n", expiresIn: 600))
        let diagnosis = await app.client.diagnosis(of: Self.build)
        #expect(
            diagnosis.findings.map { "\($0.topic) \($0.verdict)" } == [
                "entitlement unknown", "address good", "client good", "clock unknown", "storage good", "sheet good",
            ])
        #expect(!diagnosis.description.contains("secret-"))
        #expect(diagnosis.description.contains("\"app\""))
        let sent = try await app.service.last(Route.attempts, NativeAttemptRequest.self)
        #expect(sent == NativeAttemptRequest(client: "app"))
    }

    @Test func `a refusal is about the name, a page about the address`() async throws {
        for status in [400, 428, 430, 499] {
            let refused = try AppUnderTest()
            try await refused.service.refuse(Route.attempts, "client_unknown", status: status)
            #expect(await Self.verdicts(refused).contains("client wrong"), "\(status)")
        }
        let page = try AppUnderTest()
        await page.service.page(Route.attempts, status: 200)
        #expect(await Self.verdicts(page).contains("address wrong"))
        let text = try AppUnderTest()
        try await text.service.refuse(Route.attempts, "Call +1 555 0100", status: 400)
        #expect(await !text.client.diagnosis(of: Self.build).description.contains("555"))
        let other = try AppUnderTest()
        try await other.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "a", nonce: "n", expiresIn: 600), status: 500)
        #expect(await Self.verdicts(other).contains("address wrong"))
    }

    @Test(arguments: [
        (429, "rate_limited", "good"), (500, "internal_error", "wrong"), (503, "overloaded", "wrong"),
        (599, "overloaded", "wrong"),
    ])
    func `a service that cannot answer now says nothing about the name`(
        status: Int, code: String, address: String
    ) async throws {
        let app = try AppUnderTest()
        try await app.service.refuse(Route.attempts, code, status: status)
        let verdicts = await Self.verdicts(app)
        #expect(verdicts.contains("client unknown"))
        #expect(verdicts.contains("address \(address)"))
        #expect(await app.client.diagnosis(of: Self.build).description.contains(code))
    }

    @Test func `a sheet that never ended and a missing window are told`() async throws {
        let silent = try AppUnderTest()
        await silent.device.answerSheet { _ in await withUnsafeContinuation { _ in } }
        try await silent.expectsSignIn()
        let signIn = Task { await silent.client.signIn() }
        await silent.time.advanceWhenAsleep(600)
        #expect(await signIn.value.failure == .sheet(.unanswered))
        let text = await silent.client.diagnosis(of: Self.build).description
        #expect(text.contains("sheet: wrong. Apple's sheet failed: sheet_unanswered."))
        await silent.client.signIn()
        #expect(await Self.verdicts(silent).contains("sheet good"), "the next sign-in has worked")

        let error = FrameworkError(domain: SheetFailure.domain, code: 1004)
        let next = try AppUnderTest()
        try await next.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await next.device.answerSheet { _ in .error(error) }
        await next.device.answerSheet { _ in .failed(.noWindow) }
        await next.client.signIn()
        await next.client.signIn()
        #expect(await next.client.sheetFault == SheetFault(failure: .noWindow), "the last sheet counts")
    }

    @Test func `an outage names its number`() async throws {
        let app = try AppUnderTest()
        await app.service.beAway(Route.attempts)
        let text = await app.client.diagnosis(of: Self.build).description
        #expect(text.contains("NSURLErrorDomain -1009"))
    }

    @Test func `a locked storage and a failed sheet are told with their numbers`() async throws {
        let app = try AppUnderTest()
        try await app.service.answer(
            Route.attempts, NativeAttemptReply(attempt: "attempt-a", nonce: "nonce-a", expiresIn: 600))
        await app.device.answerSheet { _ in
            .error(FrameworkError(domain: "AKAuthenticationError", code: -7022))
        }
        await app.client.signIn()
        app.storage.isLocked = true
        let text = await app.client.diagnosis(of: Self.build).description
        #expect(text.contains("storage: wrong. The session cannot be read: NSCocoaErrorDomain"))
        #expect(text.contains("sheet: wrong. Apple's sheet failed: AKAuthenticationError -7022."))
    }

    @Test func `the clock of the server is compared`() async throws {
        let transport = DatedTransport(date: Sample.start.addingTimeInterval(100))
        let time = TestTime()
        let storage = MemoryStorage()
        let client = try SignInClient(
            SignInConfiguration(server: try AppUnderTest.address("https://sign-in.example.com"), client: "app"),
            device: StandInDevice(), storage: storage, mark: storage, transport: transport, clock: time.clock)
        #expect(await client.diagnosis(of: Self.build).description.contains("100 seconds behind the server's"))
    }

    @Test func `another backend is not asked`() async throws {
        let storage = MemoryStorage()
        let client = try SignInClient(
            SignInConfiguration(backend: OwnBackend()), device: StandInDevice(), storage: storage, mark: storage)
        let text = await client.diagnosis().description
        #expect(text.contains("address: unknown. The app has a backend of its own."))
        #expect(text.contains("client: unknown"))
    }

    @Test func `the date of an answer is read as servers write it`() throws {
        let date = URLSessionTransport.date("Sun, 06 Nov 1994 08:49:37 GMT")
        #expect(date == Date(timeIntervalSince1970: 784_111_777))
        for text in ["", "yesterday", "Sunday, 06-Nov-94 08:49:37 GMT"] {
            #expect(URLSessionTransport.date(text) == nil, "\(text)")
        }
    }
}

/// A service with a clock of its own.
private struct DatedTransport: ServiceTransport {
    let date: Date

    func send(_ request: ServiceRequest) async throws -> ServiceAnswer {
        let reply = NativeAttemptReply(attempt: "a", nonce: "n", expiresIn: 600)
        var answer = ServiceAnswer(status: 200, body: try JSONEncoder().encode(reply))
        answer.date = date
        return answer
    }
}

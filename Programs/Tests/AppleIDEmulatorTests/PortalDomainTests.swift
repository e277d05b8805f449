import HTTPTypes
import JSONWebTokens
import Synchronization
import Testing

@testable import AppleIDEmulator

/// The verification of domains by a file, which Apple gave up in July 2020 and which is a switch here.
@Suite struct PortalDomainTests {
    /// Plays the domains: answers with what the test says, and notes what was asked for.
    private final class Domains: Sendable {
        private let answer: Mutex<DomainAnswer>
        private let asked = Mutex<[String]>([])

        init(_ answer: DomainAnswer = .unreachable) { self.answer = Mutex(answer) }

        func set(_ answer: DomainAnswer) { self.answer.withLock { $0 = answer } }
        var urls: [String] { asked.withLock { $0 } }
        var fetch: DomainFetch {
            { url in
                self.asked.withLock { $0.append(url) }
                return self.answer.withLock { $0 }
            }
        }
    }

    private static let verify =
        #"{"team_id":"PORTALTEAM","identifier":"net.portal.web","domain":"portal.example"}"#
    private static let file =
        "/portal/services/domain-file?team_id=PORTALTEAM&identifier=net.portal.web&domain=portal.example"

    private func run(
        _ domains: Domains, _ body: @escaping @Sendable (PortalSetup) async throws -> Void
    ) async throws {
        try await TestEmulator(fetchDomainFile: domains.fetch).run { caller in
            let portal = PortalSetup(caller: caller)
            try await portal.everything()
            _ = try await caller.control("/switches", #"{"domain_verification":true}"#)
            try await body(portal)
        }
    }

    @Test func `verifies a domain that serves the file, and only then accepts its return URLs`() async throws {
        let domains = Domains()
        try await run(domains) { portal in
            #expect(try await portal.authorize().text.contains("Invalid web redirect url"))
            #expect(try await portal.cause() == "redirect_domain_unverified")
            let file = try await portal.caller.control(Self.file, "", method: .get)
            #expect(file.header("content-disposition")?.contains(DomainAssociation.fileName) == true)
            domains.set(.answered(status: 200, body: Array(file.text.utf8)))
            #expect(try await portal.call("/services/verify", Self.verify).status == 200)
            #expect(domains.urls == ["https://portal.example/.well-known/apple-developer-domain-association.txt"])
            #expect(try await portal.authorize().status == 200)
        }
    }

    @Test(arguments: [
        (DomainAnswer.unreachable, "domain_unreachable"), (.answered(status: 302, body: []), "domain_redirects"),
        (.answered(status: 404, body: []), "domain_status"), (.answered(status: 204, body: []), "domain_status"),
        (.answered(status: 200, body: Array("another file\n".utf8)), "domain_file_differs"),
    ])
    func `verifies nothing else`(_ answer: DomainAnswer, _ code: String) async throws {
        try await run(Domains(answer)) { portal in
            let reply = try await portal.call("/services/verify", Self.verify)
            #expect(try reply.status == 400 && reply.json.text("error") == code)
            #expect(try await portal.authorize().status == 400)
        }
    }

    @Test func `wants the file byte for byte`() throws {
        let file = DomainAssociation.file(teamID: "T", service: "s", domain: "d.example", seed: 1)
        func refused(_ body: [UInt8]) -> String? {
            do throws(PortalRefusal) {
                try DomainAssociation.require(.answered(status: 200, body: body), is: file, of: "d.example")
                return nil
            } catch {
                return error.code
            }
        }
        #expect(refused(file) == nil)
        #expect(refused(file + [10]) == "domain_file_differs" && refused(file.dropLast()) == "domain_file_differs")
        let others = [
            DomainAssociation.file(teamID: "U", service: "s", domain: "d.example", seed: 1),
            DomainAssociation.file(teamID: "T", service: "t", domain: "d.example", seed: 1),
            DomainAssociation.file(teamID: "T", service: "s", domain: "e.example", seed: 1),
            DomainAssociation.file(teamID: "T", service: "s", domain: "d.example", seed: 2),
        ]
        #expect(others.allSatisfy { refused($0) == "domain_file_differs" })
    }

    @Test func `forgets the verification of a domain that is taken away and added again`() async throws {
        let domains = Domains()
        try await run(domains) { portal in
            let file = try await portal.caller.control(Self.file, "", method: .get)
            domains.set(.answered(status: 200, body: Array(file.text.utf8)))
            _ = try await portal.call("/services/verify", Self.verify)
            _ = try await portal.change(PortalSetup.web, #""domains":["portal.example","a.example"]"#)
            #expect(try await portal.authorize().status == 200)
            _ = try await portal.change(PortalSetup.web, #""domains":["a.example"]"#)
            _ = try await portal.change(PortalSetup.web, #""domains":["portal.example","a.example"]"#)
            #expect(try await portal.authorize().status == 400)
        }
    }

    @Test func `asks names of this machine by http, at their port`() {
        #expect(
            DomainAssociation.url(of: "app.localhost:8080")
                == "http://app.localhost:8080/.well-known/apple-developer-domain-association.txt")
        #expect(DomainAssociation.url(of: "127.0.0.1").hasPrefix("http://127.0.0.1/"))
        #expect(DomainAssociation.url(of: "localhost.example").hasPrefix("https://"))
    }

    @Test func `counts the domains of configured services as verified`() async throws {
        try await TestEmulator().run { caller in
            _ = try await caller.control("/switches", #"{"domain_verification":true}"#)
            for url in [TestEmulator.returnURL, "http://127.0.0.1:4711/cb", "http://localhost:8080/cb"] {
                #expect(try await caller.send(.get, Caller.authorizeURL(["redirect_uri": url])).status == 200)
            }
        }
    }
}

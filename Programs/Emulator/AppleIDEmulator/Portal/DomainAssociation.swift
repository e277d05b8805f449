import AsyncHTTPClient
import Crypto
import Foundation
import HTTPServing
import JSONWebTokens
import NIOCore
import NIOHTTP1

/// What a domain answered to the request for its verification file.
enum DomainAnswer: Sendable, Equatable {
    case answered(status: Int, body: [UInt8])
    case unreachable
}

/// Fetches a URL. Tests pass their own.
typealias DomainFetch = @Sendable (_ url: String) async -> DomainAnswer

/// The file with which a domain was verified until July 2020 (switch `domain_verification`).
enum DomainAssociation {
    static let fileName = "apple-developer-domain-association.txt"
    static let maximumFile = 65_536

    /// The file for one domain of a Services ID. The seed makes it the same after a restart.
    static func file(teamID: String, service: String, domain: String, seed: UInt64) -> [UInt8] {
        let facts = [String(seed), teamID, service, domain].joined(separator: "\n")
        let token = Base64URL.encode(Array(SHA256.hash(data: Data("domain association\n\(facts)".utf8))))
        let text = "apple-id-emulator domain association\nteam \(teamID)\nservice \(service)\ndomain \(domain)\n"
        return Array("\(text)token \(token)\n".utf8)
    }

    /// Where the file must be: https, or http for names of this machine.
    static func url(of domain: String) -> String {
        let host = ListenAddress(domain)?.host ?? domain
        return "\(ListenAddress.isLoopback(host) ? "http" : "https")://\(domain)/.well-known/\(fileName)"
    }

    /// Throws why the answer does not verify the domain.
    static func require(_ answer: DomainAnswer, is file: [UInt8], of domain: String) throws(PortalRefusal) {
        let url = url(of: domain)
        switch answer {
        case .unreachable: throw .invalid("domain_unreachable", "\(url) could not be fetched.")
        case .answered(300..<400, _):
            throw .invalid("domain_redirects", "\(url) redirects. The file must be served directly.")
        case .answered(let status, _) where status != 200:
            throw .invalid("domain_status", "\(url) was answered \(status), not 200.")
        case .answered(_, let body):
            guard body != file else { return }
            throw .invalid("domain_file_differs", "\(url) is not the file that was downloaded here.")
        }
    }

    /// Fetches a URL without following redirects.
    static let fetch: DomainFetch = { url in
        let client = NotificationCall.makeClient(.notification)
        let answer = await answer(of: client, to: url)
        try? await client.shutdown()
        return answer
    }

    private static func answer(of client: HTTPClient, to url: String) async -> DomainAnswer {
        let address = NotificationURL.address(of: url)
        var request = HTTPClientRequest(url: address.url)
        request.headers.add(name: "User-Agent", value: "apple-id-emulator")
        if let host = address.host { request.headers.replaceOrAdd(name: "Host", value: host) }
        do {
            let response = try await client.execute(request, timeout: CallLimits.notification.call)
            let body = try await response.body.collect(upTo: maximumFile)
            return .answered(status: Int(response.status.code), body: Array(body.readableBytesView))
        } catch {
            return .unreachable
        }
    }
}

/// The rules for the verification of domains.
extension Portal {
    /// The domain's place in the configuration of a Services ID.
    func domain(
        _ name: String, ofService id: String, of teamID: String, _ switches: Switches
    ) throws(PortalRefusal) -> ServicesID.Domain {
        guard switches.domainVerification else {
            throw .conflict(
                "domain_verification_off",
                "Apple has not verified domains since July 2020. Turn on the switch domain_verification.")
        }
        let team = try team(teamID)
        guard let service = team.services[id] else { throw Self.unknownService(id, team) }
        guard let domain = service.web?.domains.first(where: { $0.name == name }) else {
            throw .unknown("domain_unknown", "\(id) has no domain \(name).")
        }
        return domain
    }

    func verification(
        of name: String, ofService id: String, of teamID: String, at time: Int
    ) throws(PortalRefusal) -> TeamChange {
        let team = try team(teamID)
        guard var service = team.services[id], var web = service.web else { throw Self.unknownService(id, team) }
        web.domains = web.domains.map { $0.name == name ? .init(name: name, verifiedAt: time) : $0 }
        service.web = web
        return .service(id, service)
    }
}

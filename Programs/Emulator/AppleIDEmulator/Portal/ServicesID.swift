/// A Services ID in the developer portal: the client of a website or of an app on another platform.
struct ServicesID: Sendable, Equatable, Codable {
    /// A domain or subdomain under "Website URLs".
    struct Domain: Sendable, Equatable, Codable {
        let name: String
        /// Matters only with the switch `domain_verification`.
        var verifiedAt: Int?
    }

    /// What "Configure" sets: the web authentication configuration.
    struct Web: Sendable, Equatable, Codable {
        var primaryApp: String
        var domains: [Domain]
        var returnURLs: [String]
    }

    /// The name that people see during a sign-in.
    var description: String
    /// Whether the capability Sign in with Apple is on.
    var isEnabled: Bool
    var web: Web?

    /// A complete Services ID, as configurations and `POST /_emulator/services` make it: with the capability, and with
    /// the domains of its return URLs.
    static func complete(_ description: String, primaryApp: String, returnURLs: [String]) -> ServicesID {
        var service = ServicesID(
            description: description, isEnabled: true, web: Web(primaryApp: primaryApp, domains: [], returnURLs: []))
        service.add(returnURLs)
        return service
    }

    /// Makes everything that is needed for these return URLs: the capability, a primary App ID if there is none, domains.
    mutating func complete(_ primaryApp: String, _ urls: [String]) {
        isEnabled = true
        web = web ?? Web(primaryApp: primaryApp, domains: [], returnURLs: [])
        add(urls)
    }

    /// Adds return URLs with their domains, which count as verified.
    mutating func add(_ urls: [String]) {
        guard var web else { return }
        for url in urls where !web.returnURLs.contains(url) {
            web.returnURLs.append(url)
            guard let domain = WebsiteURLs.domain(of: url), !web.domains.contains(where: { $0.name == domain }) else {
                continue
            }
            web.domains.append(Domain(name: domain, verifiedAt: 0))
        }
        self.web = web
    }
}

extension [ServicesID.Domain] {
    /// The saved domain that covers a return URL. Subdomains need their own entry.
    func covering(_ url: String) -> ServicesID.Domain? {
        guard let whole = WebsiteURLs.domain(of: url), let host = URLParts(url)?.host.lowercased() else { return nil }
        return first { [whole, host].contains($0.name.lowercased()) }
    }
}

import Foundation
package import Settings
import SignInFlows

/// The brands of all clients, made once at the start. Only configured names lead to a brand.
package struct Brands: Sendable {
    /// The brand of pages that belong to a client without a brand of its own.
    private let standard: Brand
    /// The brand of pages whose client we cannot tell.
    private let ofService: Brand
    private let clients: [String: Brand]
    private let openIDClients: [String: Brand]
    /// The name that people know the service by, for mails: an account belongs to all clients. `nil` if the operator
    /// configured none.
    package let serviceName: String?

    private init(
        standard: Brand, ofService: Brand, clients: [String: Brand], openIDClients: [String: Brand],
        serviceName: String?
    ) {
        (self.standard, self.ofService, self.serviceName) = (standard, ofService, serviceName)
        (self.clients, self.openIDClients) = (clients, openIDClients)
    }

    /// Every page has the name of the host, and nothing else.
    static func plain(host: String) -> Brands {
        let plain = Brand.plain(host: host)
        return Brands(standard: plain, ofService: plain, clients: [:], openIDClients: [:], serviceName: nil)
    }

    /// The brand of a page. A client that is unknown or has no brand of its own gets the standard one.
    func find(_ owner: PageOwner) -> Brand {
        switch owner {
        case .service: ofService
        case .client(let name): clients[name] ?? standard
        case .openIDClient(let id): openIDClients[id] ?? standard
        }
    }

    /// Whether a page shows the logo of its client, and not one that stands for the whole service.
    func showsLogo(ofOpenIDClient id: String) -> Bool {
        guard let logo = openIDClients[id]?.logo else { return false }
        return logo.hash != standard.logo?.hash
    }

    /// Whether the brand of a page depends on its owner. If not, nobody has to be looked up.
    var differ: Bool { !clients.isEmpty || !openIDClients.isEmpty }

    /// Every logo once, by its hash.
    var logos: [String: LogoImage] {
        let all = [standard] + clients.values + openIDClients.values
        return Dictionary(all.flatMap(\.logos).map { ($0.hash, $0) }) { first, _ in first }
    }
}

extension Brands {
    /// Reads the files of the logos. All faults of all files are thrown as one list.
    ///
    /// - Parameters:
    ///   - host: the name of the service where no other is configured.
    ///   - read: returns the content of a file, as far as that is possible.
    package init(
        _ configuration: ServerConfiguration, host: String,
        read: @escaping (String) -> [UInt8]? = { FileManager.default.contents(atPath: $0).map { [UInt8]($0) } }
    ) throws(ConfigurationFaults) {
        let logos = LogoFiles(read: read)
        let standard = configuration.brand.map { Brand($0, named: host, host, at: "pages.brand", in: nil, logos) }
        var clients: [String: Brand] = [:]
        for team in configuration.teams {
            for client in team.clients {
                guard let own = client.brand else { continue }
                let place = "teams.\(team.name).clients.\(client.name).brand"
                clients[client.name] = Brand(own, named: standard?.name ?? host, host, at: place, in: standard, logos)
            }
        }
        var openIDClients: [String: Brand] = [:]
        for client in configuration.openID?.clients ?? [] {
            guard let own = configuration.openID?.brands[client.id] else { continue }
            openIDClients[client.id] = Brand(
                own, named: client.name, host, at: "openid.clients.\(client.id).brand", in: standard, logos)
        }
        guard logos.faults.isEmpty else { throw ConfigurationFaults(logos.faults) }
        // With one website only, pages without a client are its pages.
        let websites = configuration.teams.flatMap(\.clients).filter { $0.kind == .web }
        let only = websites.count == 1 ? websites.first.flatMap { clients[$0.name] } : nil
        let plain = Brand.plain(host: host)
        self.init(
            standard: standard ?? plain, ofService: only ?? standard ?? plain, clients: clients,
            openIDClients: openIDClients, serviceName: (only ?? standard)?.name)
    }
}

extension Brand {
    /// A brand as configured. What it lacks is taken from the standard one; its logo and its colours belong together.
    fileprivate init(
        _ own: BrandConfiguration, named name: String, _ host: String, at place: String, in standard: Brand?,
        _ logos: LogoFiles
    ) {
        self.init(
            name: own.name ?? name, host: host,
            logo: own.logo == nil ? standard?.logo : logos.image(own.logo, place + ".logo"),
            darkLogo: own.logo == nil ? standard?.darkLogo : logos.image(own.darkLogo, place + ".dark_logo"),
            colors: own.colors == BrandColors() ? standard?.colors ?? "" : own.colors.style,
            links: own.links.filled(from: standard?.links ?? BrandLinks()))
    }
}

/// Reads the files of logos, and collects what is wrong with them.
private final class LogoFiles {
    private let read: (String) -> [UInt8]?
    private(set) var faults: [String] = []

    init(read: @escaping (String) -> [UInt8]?) {
        self.read = read
    }

    func image(_ path: String?, _ place: String) -> LogoImage? {
        guard let path else { return nil }
        guard let bytes = read(path) else {
            faults.append("\(place): \(path) cannot be read")
            return nil
        }
        do {
            return try LogoImage(bytes)
        } catch {
            faults.append("\(place): \(path) \(error.words)")
            return nil
        }
    }
}

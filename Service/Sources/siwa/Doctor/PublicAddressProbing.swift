import Foundation
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple

/// Asks for the service under its public address, through DNS, TLS and the proxy, as browsers do.
struct PublicAddressProbing: Sendable {
    let url: PublicURL
    let transport: any HTTPTransport
    /// The IDs of the keys in the service's own folder; empty before the first start.
    let keyIDs: [String]
    let resolve: @Sendable (String) -> [String]

    func findings() async -> [Finding] {
        let host = Self.host(of: url.origin)
        guard !resolve(host).isEmpty else { return [.nameUnknown(host)] }
        switch await get(Paths.keySet) {
        case .failure(let failure):
            return [.nameKnown(host), .publicAddressSilent(url.origin, failure, isFirstStart: keyIDs.isEmpty)]
        case .success(let response):
            let reached = Finding.reached(
                url.origin, status: response.status, isOurs: isOurs(response), isFirstStart: keyIDs.isEmpty)
            guard reached.level == .fine else { return [.nameKnown(host), reached] }
            return [.nameKnown(host), reached] + (await forgedAddress())
        }
    }

    /// Whether the key set is that of the service with this folder, and not of another program behind the address.
    private func isOurs(_ response: TransportResponse) -> Bool {
        guard response.status == 200, let keys = try? JSONWebKeySet(json: response.body) else { return false }
        return keys.keys.contains { key in keyIDs.contains { $0 == key.keyID } }
    }

    /// Tries to pass as the operator. Metrics are for the operator's addresses only, so a claim to be one of them must
    /// not change the answer. If the doctor's own address is one of them, the question cannot be asked from here.
    private func forgedAddress() async -> [Finding] {
        guard case .success(let honest) = await get(Paths.metrics), honest.status != 200 else { return [] }
        guard case .success(let forged) = await get(Paths.metrics, [("X-Forwarded-For", "127.0.0.1")]) else {
            return []
        }
        return [forged.status == 200 ? .forgedAddressBelieved(url.origin) : .forgedAddressRefused(url.origin)]
    }

    private func get(
        _ path: String, _ headers: [(name: String, value: String)] = []
    ) async -> Result<TransportResponse, TransportFailure> {
        do throws(TransportFailure) {
            return .success(
                try await transport.send(TransportRequest(method: .get, url: url.origin + path, headers: headers)))
        } catch {
            return .failure(error)
        }
    }

    /// The host of an origin, without the port and the brackets of an IPv6 address.
    static func host(of origin: String) -> String {
        let authority = origin.split(separator: "/").last.map(String.init) ?? ""
        if authority.hasPrefix("["), let end = authority.firstIndex(of: "]") {
            return String(authority[authority.index(after: authority.startIndex)..<end])
        }
        return String(authority.split(separator: ":").first ?? "")
    }
}

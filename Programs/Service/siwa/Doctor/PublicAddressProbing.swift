import Foundation
import JSONWebTokens
import SignInAPI
import SignInFlows
import SignInWithApple

/// Asks for the service under its public address, through DNS, TLS and the proxy, as browsers do.
struct PublicAddressProbing: Sendable {
    let url: PublicURL
    let transport: any HTTPTransport
    /// The IDs of the keys in the service's own folder; empty before the first start, `nil` if they cannot be read.
    let keyIDs: [String]?
    /// An address that counts as the operator's and is no proxy; `nil` if there is none.
    var operatorAddress: String?
    let resolve: @Sendable (String) async -> [String]

    func findings() async -> [Finding] {
        let host = Self.host(of: url.origin)
        guard await !resolve(host).isEmpty else { return [.nameUnknown(host)] }
        // Without the keys nobody can tell who answers.
        guard let keyIDs else { return [.nameKnown(host)] }
        switch await get(Paths.keySet) {
        case .failure(let failure):
            return [.nameKnown(host), .publicAddressSilent(url.origin, failure, isFirstStart: keyIDs.isEmpty)]
        case .success(let response):
            let reached = Finding.reached(
                url.origin, status: response.status, isOurs: isOurs(response, keyIDs), isFirstStart: keyIDs.isEmpty)
            guard reached.level == .fine else { return [.nameKnown(host), reached] }
            return [.nameKnown(host), reached] + (await forgedAddress())
        }
    }

    /// Whether the key set is that of the service with this folder, and not of another program behind the address.
    private func isOurs(_ response: TransportResponse, _ keyIDs: [String]) -> Bool {
        guard response.status == 200, let keys = try? JSONWebKeySet(json: response.body) else { return false }
        return keys.keys.contains { key in keyIDs.contains { $0 == key.keyID } }
    }

    /// Tries to pass as the operator, on a route that is for the operator's addresses only. Nothing is concluded if the
    /// doctor's own address is one of them, or if a proxy answers in place of the service.
    private func forgedAddress() async -> [Finding] {
        guard let operatorAddress, case .success(let honest) = await get(Paths.endedSessions), isRefusal(honest) else {
            return []
        }
        let claim = [(name: "X-Forwarded-For", value: operatorAddress)]
        guard case .success(let forged) = await get(Paths.endedSessions, claim) else { return [] }
        if forged.status == 200 { return [.forgedAddressBelieved(url.origin, operatorAddress)] }
        return isRefusal(forged) ? [.forgedAddressRefused(url.origin)] : []
    }

    /// Whether the service refused because of the address or for want of a key.
    private func isRefusal(_ response: TransportResponse) -> Bool {
        guard let object = try? StrictJSONReader.readObject(response.body, limits: .standard) else { return false }
        return ["address_not_allowed", "authorization_missing", "host_not_allowed"].contains(object.text("error"))
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

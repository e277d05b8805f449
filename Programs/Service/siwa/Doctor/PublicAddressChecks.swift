import HTTPServing
import SignInBackground
import SignInFlows
import SignInServer
import SignInWithApple

/// The way to the service, and what the configuration says about the proxy.
struct PublicAddressChecks: Sendable {
    let settings: ServerConfiguration
    let transport: any HTTPTransport

    func findings() async -> [Finding] {
        guard let url = settings.publicURL else { return [] }
        let unnamed = url.isSecure && settings.limits.trustedProxies.isEmpty
        let keyIDs =
            settings.closedPath == nil ? (try? SigningKeyFolder(path: settings.secretsDirectory).ids()) ?? [] : nil
        let probing = PublicAddressProbing(
            url: url, transport: transport, keyIDs: keyIDs, operatorAddress: operatorAddress,
            resolve: NameResolution.addresses)
        var findings = (unnamed ? [.proxyNotNamed(url.origin)] : []) + (await probing.findings())
        // Another program's answer would say nothing about the service.
        guard findings.contains(where: { $0.code == Finding.reachedCode }) else { return findings }
        findings += await PostedPathProbing(url: url, transport: transport).findings()
        if settings.openID != nil { findings.append(await ProviderProbing(url: url, transport: transport).finding()) }
        return findings
    }

    /// An operator's address that a client may not claim. Claiming a proxy's address changes nothing.
    private var operatorAddress: String? {
        settings.limits.operatorAddresses.map(\.address).first { address in
            !settings.limits.trustedProxies.contains { $0.contains(address) }
        }.map { "\($0)" }
    }
}

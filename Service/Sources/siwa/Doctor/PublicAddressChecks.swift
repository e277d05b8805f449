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
        let probing = PublicAddressProbing(
            url: url, transport: transport,
            keyIDs: (try? SigningKeyFolder(path: settings.secretsDirectory).ids()) ?? [],
            resolve: NameResolution.addresses)
        return (unnamed ? [.proxyNotNamed(url.origin)] : []) + (await probing.findings())
    }
}

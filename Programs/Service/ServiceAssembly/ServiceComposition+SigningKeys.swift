import Foundation
import Settings
import SignInBackground
import SignInFlows
import SignInServer

extension ServiceComposition {
    /// The OpenID Provider; `nil` if it is not enabled.
    func openIDProvider(
        _ secrets: SecretsDirectory, _ accessTokens: AccessTokens
    ) throws(ConfigurationFaults) -> OpenIDProvider? {
        guard let settings = configuration.openID else { return nil }
        guard let keys = secrets.idTokenKeys,
            let tokens = IDTokens(
                signingKey: keys.signing, otherKeys: keys.others, formerKeys: keys.formerKeys,
                accessTokens: accessTokens, lifetime: settings.idTokenLifetime)
        else { throw ConfigurationFaults(["openid: invalid lifetime or key"]) }
        return OpenIDProvider(
            clients: OpenIDClientDirectory(settings.clients), idTokens: tokens, codeLifetime: settings.codeLifetime)
    }

    func accessTokenKeyRotation(_ secrets: SecretsDirectory, _ environment: SignInEnvironment) -> SigningKeyRotation {
        let tokens = environment.accessTokens
        return rotation(of: .accessToken, inUse: secrets.accessTokenKeys, environment) { keys in
            tokens.replaceKeys(signingKey: keys.signing, otherKeys: keys.others)
        }
    }

    func idTokenKeyRotation(_ secrets: SecretsDirectory, _ environment: SignInEnvironment) -> SigningKeyRotation? {
        guard let tokens = environment.openID?.idTokens, let inUse = secrets.idTokenKeys else { return nil }
        return rotation(of: .idToken, inUse: inUse, environment) { keys in
            tokens.replaceKeys(signingKey: keys.signing, otherKeys: keys.others, formerKeys: keys.formerKeys)
        }
    }

    /// An ID token may come back as a hint as long as a session of its time can last.
    private func rotation(
        of kind: SigningKeyKind, inUse: SigningKeySet, _ environment: SignInEnvironment,
        apply: @escaping @Sendable (SigningKeySet) -> Bool
    ) -> SigningKeyRotation {
        SigningKeyRotation(
            folder: SigningKeyFolder(path: configuration.secretsDirectory, kind: kind),
            age: TimeInterval(configuration.signingKeyAge.components.seconds),
            formerLife: environment.openID.map { _ in
                TimeInterval(environment.policy.absoluteLifetime.components.seconds)
            },
            interval: min(.seconds(10), configuration.housekeepingInterval), inUse: inUse, now: environment.now,
            logger: logger, apply: apply)
    }
}

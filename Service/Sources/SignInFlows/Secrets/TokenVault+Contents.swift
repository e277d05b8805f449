import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple

extension TokenVault {
    /// Seals Apple's refresh token for one identity and client.
    func seal(_ token: RefreshToken, identity: IdentityID, clientID: ClientID, nonce: [UInt8]) -> [UInt8]? {
        seal(
            Array(token.secretValue.utf8), for: .refreshToken(identity, clientID: clientID.rawValue), nonce: nonce)
    }

    /// Opens Apple's refresh token.
    func openRefreshToken(_ sealed: [UInt8], identity: IdentityID, clientID: ClientID) -> RefreshToken? {
        guard let plain = open(sealed, for: .refreshToken(identity, clientID: clientID.rawValue)),
            let text = String(validating: plain, as: UTF8.self)
        else { return nil }
        return RefreshToken(secretValue: text)
    }

    /// Seals a first-time name for one identity.
    func seal(_ name: FirstSignInUser, identity: IdentityID, nonce: [UInt8]) -> [UInt8]? {
        var members: [(name: String, value: JSONValue)] = []
        if let given = name.givenName { members.append((name: "given", value: .string(given))) }
        if let family = name.familyName { members.append((name: "family", value: .string(family))) }
        return seal(JSONObject(members).json, for: .firstTimeName(identity), nonce: nonce)
    }

    /// Opens a first-time name.
    func openName(_ sealed: [UInt8], identity: IdentityID) -> FirstSignInUser? {
        guard let plain = open(sealed, for: .firstTimeName(identity)),
            let members = try? StrictJSONReader.readObject(plain, limits: .standard)
        else { return nil }
        return FirstSignInUser(givenName: members.text("given"), familyName: members.text("family"))
    }
}

import AccountStorage
import Foundation
import JSONWebTokens
import SignInWithApple

extension TokenVault {
    func seal(_ token: RefreshToken, identity: IdentityID, clientID: ClientID, nonce: [UInt8]) -> [UInt8]? {
        seal(
            Array(token.secretValue.utf8), for: .refreshToken(identity, clientID: clientID.rawValue), nonce: nonce)
    }

    func openRefreshToken(_ sealed: [UInt8], identity: IdentityID, clientID: ClientID) -> RefreshToken? {
        guard let plain = open(sealed, for: .refreshToken(identity, clientID: clientID.rawValue)),
            let text = String(validating: plain, as: UTF8.self)
        else { return nil }
        return RefreshToken(secretValue: text)
    }

    /// Seals the claims about a person who first has to answer a question, and what they came for.
    func seal(_ contents: LinkProofContents, identity: IdentityID, nonce: [UInt8]) -> [UInt8]? {
        let facts = contents.facts
        var members: [(name: String, value: JSONValue)] = []
        if contents.removesPassword { members.append((name: "removes_password", value: .bool(true))) }
        if contents.isAboutTransfer { members.append((name: "is_about_transfer", value: .bool(true))) }
        if let email = facts.email {
            members.append((name: "email", value: .string(email.address)))
            members.append((name: "is_verified", value: .bool(email.isVerified)))
            members.append((name: "is_private", value: .bool(email.isPrivate)))
        }
        if let signal = facts.signal { members.append((name: "signal", value: .string("\(signal.rawValue)"))) }
        return seal(JSONObject(members).json, for: .signedFacts(identity), nonce: nonce)
    }

    /// Opens the claims about a person who was asked a question, and what they came for.
    func openProof(_ sealed: [UInt8], identity: IdentityID) -> LinkProofContents? {
        guard let plain = open(sealed, for: .signedFacts(identity)),
            let members = try? StrictJSONReader.readObject(plain, limits: .standard)
        else { return nil }
        let email = members.text("email").map { address in
            SignedAddress(
                address: address, isVerified: members.bool("is_verified") ?? false,
                isPrivate: members.bool("is_private") ?? false)
        }
        let signal = members.text("signal").flatMap { Int($0) }.flatMap { RealPersonSignal(rawValue: $0) }
        return LinkProofContents(
            facts: SignedFacts(email: email, signal: signal),
            removesPassword: members.bool("removes_password") ?? false,
            isAboutTransfer: members.bool("is_about_transfer") ?? false)
    }

    func seal(_ name: FirstSignInUser, identity: IdentityID, nonce: [UInt8]) -> [UInt8]? {
        var members: [(name: String, value: JSONValue)] = []
        if let given = name.givenName { members.append((name: "given", value: .string(given))) }
        if let family = name.familyName { members.append((name: "family", value: .string(family))) }
        return seal(JSONObject(members).json, for: .firstTimeName(identity), nonce: nonce)
    }

    func openName(_ sealed: [UInt8], identity: IdentityID) -> FirstSignInUser? {
        guard let plain = open(sealed, for: .firstTimeName(identity)),
            let members = try? StrictJSONReader.readObject(plain, limits: .standard)
        else { return nil }
        return FirstSignInUser(givenName: members.text("given"), familyName: members.text("family"))
    }
}

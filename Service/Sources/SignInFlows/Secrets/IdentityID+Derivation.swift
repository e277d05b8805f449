import AccountStorage
import Crypto
import Foundation

extension IdentityID {
    /// The id of a person as Apple names them to one team; never of an address.
    ///
    /// The first 16 bytes of SHA-256 over a fixed label and the length-prefixed issuer, team and subject. It uses no
    /// key, since a lost key would lose every account. The formula can never change.
    static func derived(issuer: String, teamID: String, subject: String) -> IdentityID {
        var fields = LengthPrefixedFields()
        fields.append("sign-in-with-apple/1/identity".utf8)
        fields.append(issuer.utf8)
        fields.append(teamID.utf8)
        fields.append(subject.utf8)
        guard let id = IdentityID(bytes: Array(SHA256.hash(data: Data(fields.bytes)).prefix(16))) else {
            preconditionFailure("an identity's id has sixteen bytes")
        }
        return id
    }
}

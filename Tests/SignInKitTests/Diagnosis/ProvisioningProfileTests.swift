import Foundation
import Testing

@testable import SignInKit

/// The profile that Xcode puts into a development build says whether the app may use Sign in with Apple.
@Suite struct ProvisioningProfileTests {
    static func message(_ entitlements: [String: Any], expires: Date? = nil) throws -> Data {
        var list: [String: Any] = ["Name": "iOS Team Provisioning Profile", "Entitlements": entitlements]
        list["ExpirationDate"] = expires
        let text = try PropertyListSerialization.data(fromPropertyList: list, format: .xml, options: 0)
        // A signed message has bytes of its own before and after its content.
        return Data([0x30, 0x82, 0x00, 0xFF]) + text + Data([0xA0, 0x82, 0x3C])
    }

    static func profile(_ appID: String = "TEAM000001.com.example.notes", allows: Bool = true, expires: Date? = nil)
        throws -> ProvisioningProfile
    {
        var entitlements: [String: Any] = ["application-identifier": appID]
        if allows { entitlements["com.apple.developer.applesignin"] = ["Default"] }
        return try #require(ProvisioningProfile(try message(entitlements, expires: expires)))
    }

    @Test func `the capability, the app and the last day are read`() throws {
        let last = Date(timeIntervalSince1970: 1_800_000_000)
        let profile = try Self.profile(expires: last)
        #expect(profile.appID == "TEAM000001.com.example.notes")
        #expect(profile.allowsSignIn)
        #expect(profile.expiresAt == last)
        #expect(try !Self.profile(allows: false).allowsSignIn)
    }

    @Test func `another mode than the default is not the capability`() throws {
        let message = try Self.message(["application-identifier": "T.a", "com.apple.developer.applesignin": ["Other"]])
        #expect(ProvisioningProfile(message)?.allowsSignIn == false)
    }

    @Test func `the name of a Mac app is read, too`() throws {
        let message = try Self.message(["com.apple.application-identifier": "TEAM000001.com.example.mac"])
        #expect(ProvisioningProfile(message)?.appID == "TEAM000001.com.example.mac")
    }

    @Test func `a profile is for one app, and a wildcard for none`() throws {
        #expect(try Self.profile().isFor("com.example.notes"))
        #expect(try !Self.profile().isFor("com.example.other"))
        #expect(try !Self.profile("TEAM000001.*").isFor("com.example.notes"))
        #expect(try !Self.profile("nothing").isFor("nothing"))
    }

    @Test func `what is no profile is nil`() throws {
        #expect(ProvisioningProfile(Data()) == nil)
        #expect(ProvisioningProfile(Data("<?xml".utf8)) == nil)
        #expect(ProvisioningProfile(Data("</plist><?xml".utf8)) == nil)
        #expect(ProvisioningProfile(Data("<?xml nonsense </plist>".utf8)) == nil)
        #expect(ProvisioningProfile(try Self.message([:])) == nil, "no app")
    }

    @Test(arguments: ["embedded.mobileprovision", "Contents/embedded.provisionprofile"])
    func `the profile is found in the app of a device and of a Mac`(path: String) throws {
        let place = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString + ".app")
        let file = place.appendingPathComponent(path)
        try FileManager.default.createDirectory(at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
        defer { try? FileManager.default.removeItem(at: place) }
        let bundle = try #require(Bundle(url: place))
        #expect(ProvisioningProfile.embedded(in: bundle) == nil)
        try Self.message(["application-identifier": "TEAM000001.com.example.notes"]).write(to: file)
        #expect(ProvisioningProfile.embedded(in: bundle)?.appID == "TEAM000001.com.example.notes")
    }
}

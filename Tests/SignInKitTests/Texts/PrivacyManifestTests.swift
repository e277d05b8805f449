import Foundation
import SignInAPI
import Testing

/// The privacy manifest has only what Apple allows, and everything that the kit does.
@Suite struct PrivacyManifestTests {
    private struct Manifest: Decodable {
        let tracking: Bool
        let trackingDomains: [String]
        let collected: [Collected]
        let accessed: [Accessed]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case tracking = "NSPrivacyTracking"
            case trackingDomains = "NSPrivacyTrackingDomains"
            case collected = "NSPrivacyCollectedDataTypes"
            case accessed = "NSPrivacyAccessedAPITypes"
        }
    }

    private struct Collected: Decodable {
        let type: String
        let isLinked: Bool
        let isTracking: Bool
        let purposes: [String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case type = "NSPrivacyCollectedDataType"
            case isLinked = "NSPrivacyCollectedDataTypeLinked"
            case isTracking = "NSPrivacyCollectedDataTypeTracking"
            case purposes = "NSPrivacyCollectedDataTypePurposes"
        }
    }

    private struct Accessed: Decodable {
        let category: String
        let reasons: [String]

        enum CodingKeys: String, CodingKey, CaseIterable {
            case category = "NSPrivacyAccessedAPIType"
            case reasons = "NSPrivacyAccessedAPITypeReasons"
        }
    }

    /// Names of required-reason API by category
    /// (https://developer.apple.com/documentation/bundleresources/describing-use-of-required-reason-api).
    private static let names: [String: [String]] = [
        "UserDefaults": ["UserDefaults", "@AppStorage"],
        "FileTimestamp": [
            "creationDate", "modificationDate", "ModificationDate", "attributesOfItem", "getattrlist", "stat(",
        ],
        "SystemBootTime": ["systemUptime", "mach_absolute_time"],
        "DiskSpace": ["volumeAvailableCapacity", "volumeTotalCapacity", "systemFreeSize", "systemSize", "statvfs"],
        "ActiveKeyboards": ["activeInputModes"],
    ]

    private let data: Data
    private let manifest: Manifest

    init() throws {
        data = try Data(contentsOf: Repository.kit.appendingPathComponent("Resources/PrivacyInfo.xcprivacy"))
        manifest = try PropertyListDecoder().decode(Manifest.self, from: data)
    }

    @Test func `it has Apple's keys and no other`() throws {
        // App Store Connect rejects apps with another key in a manifest, says "Adding a privacy manifest to your app or
        // third-party SDK" on developer.apple.com.
        var format = PropertyListSerialization.PropertyListFormat.binary
        let list = try PropertyListSerialization.propertyList(from: data, options: [], format: &format)
        #expect(format == .xml)
        let root = try #require(list as? [String: Any])
        #expect(Set(root.keys) == Set(Manifest.CodingKeys.allCases.map(\.rawValue)))
        let collected = try #require(root[Manifest.CodingKeys.collected.rawValue] as? [[String: Any]])
        for entry in collected {
            #expect(Set(entry.keys) == Set(Collected.CodingKeys.allCases.map(\.rawValue)))
        }
        let accessed = try #require(root[Manifest.CodingKeys.accessed.rawValue] as? [[String: Any]])
        for entry in accessed {
            #expect(Set(entry.keys) == Set(Accessed.CodingKeys.allCases.map(\.rawValue)))
        }
    }

    @Test func `it names a reason for each required-reason API of the sources, and for no other`() throws {
        let sources =
            try Array(Repository.sources(below: "Sources/SignInKit").values)
            + Array(Repository.sources(below: "Sources/SignInAPI").values)
        let used = Self.names.filter { _, names in
            names.contains { name in sources.contains { $0.contains(name) } }
        }
        let prefix = "NSPrivacyAccessedAPICategory"
        #expect(Set(manifest.accessed.map(\.category)) == Set(used.keys.map { prefix + $0 }))
        #expect(manifest.accessed.allSatisfy { !$0.reasons.isEmpty })
    }

    @Test func `it has the reasons for the app's own preferences and for those of an app group`() throws {
        let preferences = manifest.accessed.filter { $0.category == "NSPrivacyAccessedAPICategoryUserDefaults" }
        #expect(preferences.count == 1)
        let reasons: Set = ["CA92.1", "1C8F.1"]
        #expect(Set(preferences.flatMap(\.reasons)) == reasons)
        let mark = try Repository.text("Sources/SignInKit/Storage/UserDefaultsMark.swift")
        #expect(mark.contains(".standard") && mark.contains("UserDefaults(suiteName:"))
    }

    @Test func `nobody is tracked`() {
        #expect(!manifest.tracking)
        #expect(manifest.trackingDomains.isEmpty)
        #expect(manifest.collected.allSatisfy { !$0.isTracking })
    }

    @Test func `it declares the name, the address and the identifier, for the app's own use`() {
        let prefix = "NSPrivacyCollectedDataType"
        let types = ["Name", "EmailAddress", "UserID"].map { prefix + $0 }
        #expect(manifest.collected.map(\.type) == types)
        #expect(manifest.collected.allSatisfy { $0.isLinked && $0.purposes == [prefix + "PurposeAppFunctionality"] })
    }

    /// If this fails, decide whether the new member is data that Apple's list names, and declare it.
    @Test func `a sign-in sends what the manifest was written for`() {
        let request = NativeSignInRequest(attempt: "a", identityToken: "t")
        let members = Set(Mirror(reflecting: request).children.compactMap(\.label))
        let considered: Set = ["attempt", "identityToken", "code", "name", "realUserStatus", "canAsk"]
        #expect(members == considered)
    }
}

import Foundation

/// Apple as articles of a year describe it, as far as switches can say it.
package enum AppleYear: String, Sendable, CaseIterable {
    case year2019 = "2019"

    /// All years, for help and messages.
    package static var names: String { allCases.map(\.rawValue).joined(separator: ", ") }

    /// The member of a change of switches that begins with a year.
    static let member = "as_of"

    /// The values of the switches that differ from today's (Documentation/emulator/as-of.md).
    var switches: Switches {
        switch self {
        case .year2019: .in2019
        }
    }

    /// The switches of a year in JSON. `null` is today.
    static func switches(of year: Any) throws(SwitchFault) -> Switches {
        if year is NSNull { return Switches() }
        guard let known = AppleYear(rawValue: "\(year)") else {
            throw SwitchFault(code: "switch_value", sentence: "\(member) has an invalid value. Known: \(names), null.")
        }
        return known.switches
    }
}

extension Switches {
    fileprivate static let in2019 = {
        var switches = Switches()
        // one key until February 2020 (https://developer.apple.com/forums/thread/123100)
        switches.signingKeyOnly = true
        // tokens of 2019 that Apple signed have neither, and last ten minutes
        switches.emailOnce = true
        switches.omitNonceSupported = true
        switches.identityTokenLifetime = 600
        switches.flagsAsText = true
        switches.refreshIdentityToken = false
        switches.promptRefused = true
        // PKCE has an effect since about October 2024 (https://github.com/a-tokyo/apple-signin-auth/issues/180)
        switches.challengeEnforced = false
        switches.unexpectedVerifierRefused = false
        switches.domainVerification = true
        switches.servicesPerAppLimit = 5
        switches.websiteUrlsLimit = 10
        return switches
    }()
}

import Foundation
import Settings
import SignInFlows

/// How pages look, as configured for one client or for all. It names the files of the logo but does not hold them.
package struct BrandConfiguration: Sendable, Equatable {
    /// The name of the app, on pages and in mails.
    package var name: String?
    /// The path of the logo's file.
    package var logo: String?
    /// The path of the logo's file for dark pages.
    package var darkLogo: String?
    /// The colours of buttons, links and backgrounds, in light and dark.
    package var colors = BrandColors()
    /// The operator's own pages, linked on each page.
    package var links = BrandLinks()

    /// Nothing is configured.
    package init() {}
}

extension BrandConfiguration {
    private static let longestName = 64

    /// Reads a section `brand`; faults go to `settings`.
    ///
    /// - Parameters:
    ///   - unset: what applies without a name.
    ///   - isOfClient: whether the brand of the service fills what is missing.
    init(_ settings: SettingsReader, nameUnset unset: String, isOfClient: Bool = true) {
        func absent(_ name: String) -> String { isOfClient ? "pages.brand.\(name)" : "none" }
        name = settings.value(
            "name", unset: unset, must: "a text of 1 to \(Self.longestName) characters on one line",
            "The name of your app, on pages and in mails ([pages.md](pages.md)).", Self.name)
        logo = Self.logo(
            settings, "logo", unset: absent("logo"),
            "The file of the logo, an SVG or PNG of at most \(LogoImage.largest / 1024) KiB.")
        darkLogo = Self.logo(settings, "dark_logo", unset: "logo", "The file of the logo for dark pages.")
        if darkLogo != nil, logo == nil { settings.add(fault: "dark_logo: requires logo") }
        colors = BrandColors(settings, isOfClient: isOfClient, absent)
        links = BrandLinks(settings, absent)
    }

    /// Controls could end a header of a mail, and what nobody sees could make a name look like another one.
    private static func name(_ text: String) -> String? {
        let isClean = DisplayName.visible(text).unicodeScalars.elementsEqual(text.unicodeScalars)
        let isTrimmed = text.trimmingCharacters(in: .whitespacesAndNewlines) == text
        return isClean && isTrimmed && (1...longestName).contains(text.count) ? text : nil
    }

    /// A logo on another host would tell that host who signs in, and could be replaced there.
    private static func logo(
        _ settings: SettingsReader, _ name: String, unset: String, _ meaning: String
    ) -> String? {
        settings.value(name, unset: unset, must: "a file; pages load nothing from another address", meaning) { text in
            text.contains("://") || text.hasPrefix("data:") ? nil : FilePlace.resolve(text, in: settings.directory)
        }
    }
}

extension BrandColors {
    fileprivate init(_ settings: SettingsReader, isOfClient: Bool, _ absent: (String) -> String) {
        func color(_ name: String, unset: String, _ meaning: String) -> SRGBColor? {
            settings.value(name, unset: unset, must: "a colour such as #2a5bd7", meaning) { SRGBColor($0) }
        }
        self.color = color(
            "color", unset: absent("color"),
            "The colour of buttons and links, as `#rrggbb`. Its contrast is checked ([pages.md](pages.md#colours))."
                + (isOfClient ? " A client that sets any colour takes none from `pages.brand`." : ""))
        darkColor = color("dark_color", unset: "the nearest to color", "The same on dark pages.")
        background = color(
            "background", unset: isOfClient ? absent("background") : "#f4f4f1", "The background of light pages.")
        darkBackground = color(
            "dark_background", unset: isOfClient ? absent("dark_background") : "#131415",
            "The background of dark pages.")
        if darkColor != nil, self.color == nil { settings.add(fault: "dark_color: requires color") }
        for fault in faults { settings.add(fault: fault) }
    }
}

extension BrandLinks {
    fileprivate init(_ settings: SettingsReader, _ absent: (String) -> String) {
        func link(_ name: String, _ meaning: String) -> String? {
            settings.value(
                "links.\(name)", unset: absent("links.\(name)"),
                must: "an https URL without a fragment (http on this machine only)", meaning
            ) { WebhookEndpoint.isAllowed($0) ? $0 : nil }
        }
        home = link("home", "The start page of your app or website, behind the name and the logo.")
        privacy = link("privacy", "Your privacy policy, linked at the end of each page.")
        terms = link("terms", "Your terms of service, linked there too.")
        support = link("support", "Your page for people who need help, linked there too.")
    }
}

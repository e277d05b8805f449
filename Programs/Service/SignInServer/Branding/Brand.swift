import HTTPServing

/// Name, logo, colours and links of a page, ready to be shown.
struct Brand: Sendable {
    let name: String
    /// The host of the service. A page always tells it, because everybody can copy a name and a logo.
    let host: String
    let logo: LogoImage?
    /// The logo for dark pages; `nil` if it is the same.
    let darkLogo: LogoImage?
    /// The rules that set the page's colours.
    let colors: String
    let links: BrandLinks
    /// The whole style of the page.
    let style: String
    /// The hash with which a content security policy allows the style.
    let styleSource: String

    init(name: String, host: String, logo: LogoImage?, darkLogo: LogoImage?, colors: String, links: BrandLinks) {
        self.name = name
        self.host = host
        self.logo = logo
        self.darkLogo = darkLogo
        self.colors = colors
        self.links = links
        style =
            [PackageResources.style_css, PackageResources.brand_css].map { String(decoding: $0, as: UTF8.self) }
            .joined() + colors
        styleSource = PageTemplates.source(style)
    }

    /// The brand of a service for which none is configured: its host, so that no page stands there without a sender.
    static func plain(host: String) -> Brand {
        Brand(name: host, host: host, logo: nil, darkLogo: nil, colors: "", links: BrandLinks())
    }

    var logos: [LogoImage] { [logo, darkLogo].compactMap { $0 } }

    /// The values for the beginning and the end of a page. Their names occur in no other template: a template also
    /// finds the values of the page around it.
    var values: [String: any Sendable] {
        let values: Page.Values = [
            "brandName": name, "brandHost": name == host ? nil : host, "brandHome": links.home,
            "brandLogo": logo?.path, "brandDarkLogo": darkLogo?.path, "brandPrivacy": links.privacy,
            "brandTerms": links.terms, "brandSupport": links.support,
            "brandHasLinks": links.privacy != nil || links.terms != nil || links.support != nil,
        ]
        return values.compactMapValues { $0 }
    }

    /// The title of a page with this brand. Browsers show the host themselves.
    func title(_ title: String) -> String { name == host ? title : "\(title) · \(name)" }
}

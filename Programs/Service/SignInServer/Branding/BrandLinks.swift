/// The operator's own pages that ours link to.
package struct BrandLinks: Sendable, Equatable {
    /// The start page of the app or website.
    var home: String?
    /// The privacy policy.
    var privacy: String?
    /// The terms of service.
    var terms: String?
    /// The page for people who need help.
    var support: String?

    /// The links, and where one is missing those of another.
    func filled(from other: BrandLinks) -> BrandLinks {
        BrandLinks(
            home: home ?? other.home, privacy: privacy ?? other.privacy, terms: terms ?? other.terms,
            support: support ?? other.support)
    }
}

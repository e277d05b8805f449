/// What the field `User-Agent` says about a browser, as a person knows it: `Firefox (Windows)`. Versions are left out,
/// and so is a system that is not known.
///
/// Browsers also name others for compatibility (RFC 9110 section 10.1.5 advises against it), so the order matters:
/// Edge says that it is Chrome and Safari as well. Safari on an iPad says that it runs on a Mac.
enum BrowserName {
    private static let browsers = marks([
        ("Edg/", "Edge"), ("EdgA/", "Edge"), ("EdgiOS/", "Edge"), ("OPR/", "Opera"), ("OPT/", "Opera"),
        ("SamsungBrowser/", "Samsung Internet"), ("Vivaldi/", "Vivaldi"), ("DuckDuckGo/", "DuckDuckGo"),
        ("Ddg/", "DuckDuckGo"), ("FxiOS/", "Firefox"), ("Firefox/", "Firefox"), ("CriOS/", "Chrome"),
        ("Chrome/", "Chrome"), ("Chromium/", "Chrome"), ("Safari/", "Safari"),
    ])
    private static let systems = marks([
        ("iPhone", "iPhone"), ("iPad", "iPad"), ("Android", "Android"), ("Windows", "Windows"), ("Macintosh", "Mac"),
        ("CrOS", "ChromeOS"), ("Linux", "Linux"),
    ])
    /// Real fields are shorter.
    private static let longest = 512

    /// The name; `nil` if the field is absent or names no browser that people know.
    static func read(_ userAgent: String?) -> String? {
        guard let userAgent, userAgent.utf8.count <= longest, userAgent.hasPrefix("Mozilla/") else { return nil }
        let octets = Array(userAgent.utf8)
        guard let browser = browsers.first(where: { contains($0.mark, octets) }) else { return nil }
        guard let system = systems.first(where: { contains($0.mark, octets) }) else { return browser.name }
        return "\(browser.name) (\(system.name))"
    }

    private static func marks(_ names: [(mark: String, name: String)]) -> [(mark: [UInt8], name: String)] {
        names.map { (Array($0.mark.utf8), $0.name) }
    }

    private static func contains(_ mark: [UInt8], _ octets: [UInt8]) -> Bool {
        octets.indices.contains { octets[$0] == mark[0] && octets[$0...].starts(with: mark) }
    }
}

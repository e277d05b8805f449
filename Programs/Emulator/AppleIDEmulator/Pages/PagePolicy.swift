import HTTPServing

/// The headers of every page. Only our own style sheet is loaded, and no site may frame a page.
enum PagePolicy {
    /// Submits the form of the form-post page.
    static let formPostScript = "document.getElementById(\"return\").submit()"

    /// There is no `form-action`, since it would also forbid the redirect after a form post (CSP 3, 6.4.1).
    static func headers(script: String?, reports: Bool = false) -> [(name: String, value: String)] {
        var policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
        if let script { policy += "; script-src \(PageTemplates.source(script))" }
        if reports { policy += "; connect-src 'self'" }
        return [
            ("Content-Security-Policy", policy), ("X-Frame-Options", "DENY"),
            // the form post must carry our Origin, as Apple's does; with `no-referrer` it would be `null`
            ("Referrer-Policy", "strict-origin"),
        ]
    }
}

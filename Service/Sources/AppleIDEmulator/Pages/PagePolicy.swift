import HTTPServing

/// The headers of every page: nothing is loaded but our own style sheet, nothing may frame us.
enum PagePolicy {
    /// Sends the form-post page's form; the only script there is.
    static let formPostScript = "document.getElementById(\"return\").submit()"

    /// No `form-action`: it would also forbid the redirect that follows the posts (CSP 3, 6.4.1).
    static func headers(script: String?) -> [(name: String, value: String)] {
        var policy = "default-src 'none'; style-src 'self'; base-uri 'none'; frame-ancestors 'none'"
        if let script { policy += "; script-src \(PageTemplates.source(script))" }
        return [
            ("Content-Security-Policy", policy), ("X-Frame-Options", "DENY"),
            // the form post must carry our Origin, as Apple's does; `no-referrer` would make it `null`
            ("Referrer-Policy", "strict-origin"),
        ]
    }
}

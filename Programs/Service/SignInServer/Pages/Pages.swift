import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI
import SignInFlows

/// Renders the pages for one request. Templates escape values by default; styles and scripts are allowed by hash.
struct Pages: Sendable {
    let set: PageSet
    let setting: PageSetting
    /// The page's name, logo, colours and links.
    let brand: Brand

    /// Where the forms of a page may lead.
    enum Permission {
        /// To our own origin only.
        case quiet
        /// To another origin: a `form-action` would also block the redirect that follows a post to our own.
        case resend
    }

    func render(
        _ template: String, _ values: Page.Values, title: String, status: HTTPResponse.Status = .ok,
        wide: Bool = false, permission: Permission = .quiet, script: PageScript? = nil
    ) throws -> Response {
        let language = setting.language
        let html = try set.render(
            Page(
                template, title: brand.title(title), values,
                [
                    "style": brand.style, "wide": wide, "brand": brand.values, "language": language.tag,
                    "isRightToLeft": language.isRightToLeft, "script": script?.text,
                ]), in: language)
        let policy = [
            "default-src 'none'", script.map { "script-src \($0.source)" }, "style-src \(brand.styleSource)",
            permission == .quiet ? "form-action 'self'" : nil, brand.logo == nil ? nil : "img-src 'self'",
            "base-uri 'none'", "frame-ancestors 'none'",
        ].compactMap { $0 }
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLanguage: language.tag,
            .contentSecurityPolicy: policy.joined(separator: "; "),
            // With `no-referrer`, a form post would carry `Origin: null`, as a post from a foreign page can.
            .referrerPolicy: "same-origin",
        ]
        if setting.isForPerson { headers[.vary] = "Accept-Language" }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

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
    var brand: Brand?

    /// What a page may load and do.
    enum Permission {
        /// Only its style, and forms to our own origin.
        case quiet
        /// The re-post: its script, and no `form-action`, which would block the following redirect to another origin.
        case repost
        /// A page whose form leads to another origin, without a script; it has no `form-action` for the same reason.
        case resend
        /// The page for a mailed code: its script, and a form to our own origin.
        case mailedCode
    }

    func render(
        _ template: String, _ values: Page.Values, title: String, status: HTTPResponse.Status = .ok,
        wide: Bool = false, permission: Permission = .quiet
    ) throws -> Response {
        let language = setting.language
        let html = try set.render(
            Page(
                template, title: brand?.title(title) ?? title, values,
                [
                    "style": brand?.style ?? set.style, "wide": wide, "brand": brand?.values, "language": language.tag,
                    "isRightToLeft": language.isRightToLeft,
                ]), in: language)
        let styleSource = brand?.styleSource ?? set.styleSource
        let images = brand?.logo == nil ? "" : "; img-src 'self'"
        let policy =
            switch permission {
            case .quiet: "default-src 'none'; style-src \(styleSource); form-action 'self'"
            case .resend: "default-src 'none'; style-src \(styleSource)"
            case .mailedCode:
                "default-src 'none'; script-src \(set.mailedCodeSource); style-src \(styleSource); form-action 'self'"
            case .repost: "default-src 'none'; script-src \(set.scriptSource); style-src \(styleSource)"
            }
        var headers: HTTPFields = [
            .contentType: "text/html; charset=utf-8", .contentLanguage: language.tag,
            .contentSecurityPolicy: policy + images + "; base-uri 'none'; frame-ancestors 'none'",
            // With `no-referrer`, a form post would carry `Origin: null`, as a post from a foreign page can.
            .referrerPolicy: "same-origin",
        ]
        if setting.isForPerson { headers[.vary] = "Accept-Language" }
        return Response(
            status: status, headers: headers,
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

import HTTPServing
import HTTPTypes
import Hummingbird
import NIOCore
import SignInAPI

/// Renders the pages for browsers. Templates escape values by default; styles and scripts are allowed by hash.
struct Pages: Sendable {
    private let templates: PageTemplates
    private let style: String
    private let styleSource: String
    private let scriptSource: String
    private let mailedCodeSource: String

    /// Submits the form when the page has loaded; without scripts the person presses the button.
    static let repostScript = "document.forms[0].submit()"

    /// Removes a mailed code from the address, so that it does not stay in the browser's history. Without scripts the
    /// person types the code.
    static let mailedCodeScript = """
        const code = location.hash.slice(1);
        if (code) {
          history.replaceState(null, "", location.pathname);
          document.getElementById("code").value = code;
          document.getElementById("code-field").hidden = true;
        }
        """

    init() throws {
        style = String(decoding: PackageResources.style_css, as: UTF8.self)
        styleSource = PageTemplates.source(style)
        scriptSource = PageTemplates.source(Self.repostScript)
        mailedCodeSource = PageTemplates.source(Self.mailedCodeScript)
        templates = try PageTemplates([
            "head": PackageResources.head_mustache, "foot": PackageResources.foot_mustache,
            "sign_in": PackageResources.sign_in_mustache, "repost": PackageResources.repost_mustache,
            "start": PackageResources.start_mustache, "failed": PackageResources.failed_mustache,
            "cancelled": PackageResources.cancelled_mustache,
            "cookies_blocked": PackageResources.cookies_blocked_mustache,
            "errors": PackageResources.errors_mustache,
            "client_consent": PackageResources.client_consent_mustache,
            "client_continue": PackageResources.client_continue_mustache,
            "client_account": PackageResources.client_account_mustache,
            "client_form_post": PackageResources.client_form_post_mustache,
            "client_logout": PackageResources.client_logout_mustache,
            "logged_out": PackageResources.logged_out_mustache,
            "account": PackageResources.account_mustache,
            "apple_account": PackageResources.apple_account_mustache,
            "apple_title": PackageResources.apple_title_mustache,
            "question": PackageResources.question_mustache, "link": PackageResources.link_mustache,
            "password_sign_in": PackageResources.password_sign_in_mustache,
            "password_forgotten": PackageResources.password_forgotten_mustache,
            "password_mailed": PackageResources.password_mailed_mustache,
            "password_reset": PackageResources.password_reset_mustache,
            "password_set": PackageResources.password_set_mustache,
            "password_change": PackageResources.password_change_mustache,
            "password_upgrade": PackageResources.password_upgrade_mustache,
            "merge": PackageResources.merge_mustache,
            "link_another": PackageResources.link_another_mustache,
            "delete_account": PackageResources.delete_account_mustache,
            "account_deleted": PackageResources.account_deleted_mustache,
            "demo_signed_out": PackageResources.demo_signed_out_mustache,
            "demo_account": PackageResources.demo_account_mustache,
        ])
    }

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
        let html = try templates.render(Page(template, title: title, values, ["style": style, "wide": wide]))
        let policy =
            switch permission {
            case .quiet: "default-src 'none'; style-src \(styleSource); form-action 'self'"
            case .resend: "default-src 'none'; style-src \(styleSource)"
            case .mailedCode:
                "default-src 'none'; script-src \(mailedCodeSource); style-src \(styleSource); form-action 'self'"
            case .repost: "default-src 'none'; script-src \(scriptSource); style-src \(styleSource)"
            }
        return Response(
            status: status,
            headers: [
                .contentType: "text/html; charset=utf-8",
                .contentSecurityPolicy: policy + "; base-uri 'none'; frame-ancestors 'none'",
                // With `no-referrer`, a form post would carry `Origin: null`, as a post from a foreign page can.
                .referrerPolicy: "same-origin",
            ],
            body: ResponseBody(byteBuffer: ByteBuffer(string: html)))
    }
}

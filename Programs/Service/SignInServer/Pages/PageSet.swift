import HTTPServing
import SignInFlows

/// All pages in all languages, compiled once at the start.
struct PageSet: Sendable {
    let languages: Languages
    private let templates: [String: PageTemplates]
    let brands: Brands

    init(_ languages: Languages, brands: Brands) throws {
        self.languages = languages
        self.brands = brands
        templates = try languages.all.reduce(into: [:]) { templates, language in
            let texts = TemplateTexts(language)
            templates[language.tag.lowercased()] = try PageTemplates(Self.sources) { try texts.fill($0) }
        }
    }

    /// Renders a page in a language.
    func render(_ page: Page, in language: Language) throws -> String {
        guard let templates = templates[language.tag.lowercased()] else { throw TemplateTextFault(name: language.tag) }
        return try templates.render(page)
    }

    private static let sources: KeyValuePairs<String, [UInt8]> = [
        "head": PackageResources.head_mustache, "foot": PackageResources.foot_mustache,
        "brand_mark": PackageResources.brand_mark_mustache,
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
        "app_not_opened": PackageResources.app_not_opened_mustache,
        "account": PackageResources.account_mustache, "email": PackageResources.email_mustache,
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
        "waiting": PackageResources.waiting_mustache,
        "delete_account": PackageResources.delete_account_mustache,
        "account_deleted": PackageResources.account_deleted_mustache,
        "demo_signed_out": PackageResources.demo_signed_out_mustache,
        "demo_account": PackageResources.demo_account_mustache,
    ]
}

import Mustache

/// The templates of Pages/Templates, compiled in; everything put into them is escaped.
struct PageRenderer: Sendable {
    /// A page's template and whatever it shows.
    protocol Page: Sendable {
        static var template: String { get }
        var title: String { get }
    }

    private let library: MustacheLibrary

    init() throws {
        let sources: [(String, [UInt8])] = [
            ("head", PackageResources.head_mustache), ("foot", PackageResources.foot_mustache),
            ("client", PackageResources.client_mustache), ("problem", PackageResources.problem_mustache),
            ("account", PackageResources.account_mustache), ("password", PackageResources.password_mustache),
            ("code", PackageResources.code_mustache), ("consent", PackageResources.consent_mustache),
            ("form_post", PackageResources.form_post_mustache), ("refused", PackageResources.refused_mustache),
            ("device", PackageResources.device_mustache), ("device_sheet", PackageResources.device_sheet_mustache),
            ("device_credential", PackageResources.device_credential_mustache),
            ("home", PackageResources.home_mustache), ("people", PackageResources.people_mustache),
            ("find", PackageResources.find_mustache), ("faults", PackageResources.faults_mustache),
            ("account_holder", PackageResources.account_holder_mustache),
            ("account_notice", PackageResources.account_notice_mustache),
            ("account_back", PackageResources.account_back_mustache),
            ("account_sign_in", PackageResources.account_sign_in_mustache),
            ("account_sign_in_password", PackageResources.account_sign_in_password_mustache),
            ("account_overview", PackageResources.account_overview_mustache),
            ("account_app", PackageResources.account_app_mustache),
            ("account_password", PackageResources.account_password_mustache),
            ("account_delete", PackageResources.account_delete_mustache),
            ("account_form_refused", PackageResources.account_form_refused_mustache),
        ]
        var library = MustacheLibrary()
        for (name, source) in sources {
            try library.register(String(decoding: source, as: UTF8.self), named: name)
        }
        self.library = library
    }

    static let styleSheet = PackageResources.style_css

    func render<Shown: Page>(_ page: Shown) throws -> String {
        guard let html = library.render(page, withTemplate: Shown.template) else {
            throw EmulatorFault.templateMissing(Shown.template)
        }
        return html
    }
}

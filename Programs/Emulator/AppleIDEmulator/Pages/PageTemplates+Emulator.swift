import HTTPServing

/// The templates in `Pages/Templates`, which are compiled into the program.
extension PageTemplates {
    static let styleSheet = PackageResources.style_css

    static func ofEmulator(in language: PageLanguage) throws -> PageTemplates {
        try PageTemplates(sources) { try language.filled($0) }
    }

    private static let sources: KeyValuePairs<String, [UInt8]> = [
        "head": PackageResources.head_mustache, "foot": PackageResources.foot_mustache,
        "client": PackageResources.client_mustache, "problem": PackageResources.problem_mustache,
        "account": PackageResources.account_mustache, "password": PackageResources.password_mustache,
        "code": PackageResources.code_mustache, "consent": PackageResources.consent_mustache,
        "form_post": PackageResources.form_post_mustache, "web_message": PackageResources.web_message_mustache,
        "refused": PackageResources.refused_mustache,
        "unknown_address": PackageResources.unknown_address_mustache,
        "device": PackageResources.device_mustache, "device_sheet": PackageResources.device_sheet_mustache,
        "device_confirmation": PackageResources.device_confirmation_mustache,
        "device_credential": PackageResources.device_credential_mustache,
        "device_cancelled": PackageResources.device_cancelled_mustache,
        "device_offer": PackageResources.device_offer_mustache,
        "device_passwords": PackageResources.device_passwords_mustache,
        "safari_sheet": PackageResources.safari_sheet_mustache, "sharing": PackageResources.sharing_mustache,
        "device_failed": PackageResources.device_failed_mustache,
        "home": PackageResources.home_mustache, "people": PackageResources.people_mustache,
        "find": PackageResources.find_mustache, "faults": PackageResources.faults_mustache,
        "account_holder": PackageResources.account_holder_mustache,
        "account_notice": PackageResources.account_notice_mustache,
        "account_back": PackageResources.account_back_mustache,
        "account_sign_in": PackageResources.account_sign_in_mustache,
        "account_sign_in_password": PackageResources.account_sign_in_password_mustache,
        "account_overview": PackageResources.account_overview_mustache,
        "account_app": PackageResources.account_app_mustache,
        "account_password": PackageResources.account_password_mustache,
        "account_delete": PackageResources.account_delete_mustache,
        "account_mail": PackageResources.account_mail_mustache,
        "account_mail_message": PackageResources.account_mail_message_mustache,
        "portal": PackageResources.portal_mustache,
        "portal_app": PackageResources.portal_app_mustache,
        "portal_app_configure": PackageResources.portal_app_configure_mustache,
        "portal_email": PackageResources.portal_email_mustache,
        "portal_frame": PackageResources.portal_frame_mustache,
        "portal_hidden": PackageResources.portal_hidden_mustache,
        "portal_key": PackageResources.portal_key_mustache,
        "portal_key_configure": PackageResources.portal_key_configure_mustache,
        "portal_key_new": PackageResources.portal_key_new_mustache,
        "portal_question": PackageResources.portal_question_mustache,
        "portal_said": PackageResources.portal_said_mustache,
        "portal_service": PackageResources.portal_service_mustache,
        "portal_service_configure": PackageResources.portal_service_configure_mustache,
        "portal_service_new": PackageResources.portal_service_new_mustache,
        "portal_team": PackageResources.portal_team_mustache,
        "portal_team_new": PackageResources.portal_team_new_mustache,
        "portal_transfers": PackageResources.portal_transfers_mustache,
        "account_form_refused": PackageResources.account_form_refused_mustache,
    ]
}

extension Person {
    /// What pages show of a person.
    var shown: [String: any Sendable] {
        [
            "name": displayName, "email": email, "initials": initials, "firstName": firstName, "lastName": lastName,
            "hint": password,
        ]
    }
}

extension Client {
    /// What the header of a page shows about the app that makes a request.
    var shown: Page.Values {
        ["clientID": id, "clientName": name ?? id, "clientInitial": initial, "teamID": teamID]
    }

    var initial: String { PageMark.letter(of: id, named: name) }
}

/// One letter in place of an icon, the same on every page.
enum PageMark {
    /// The first letter of the name or, without one, of the ID's last component.
    static func letter(of id: String, named name: String?) -> String {
        let chosen = name.flatMap { $0.isEmpty || $0 == id ? nil : Substring($0) }
        let text = chosen ?? id.split(separator: ".").last ?? ""
        return text.isEmpty ? "?" : text.prefix(1).uppercased()
    }
}

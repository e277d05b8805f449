/// What an event is about. The names are stable, since tests wait for them (Documentation/emulator/events.md).
enum EventType: String, Sendable, CaseIterable {
    // requests and the pages of a sign-in
    case request
    case signInBegun = "sign_in_begun"
    case pageStep = "page_step"
    case signInCancelled = "sign_in_cancelled"

    // what a sign-in leads to
    case consentGiven = "consent_given"
    case consentEnded = "consent_ended"
    case codeIssued = "code_issued"
    case codeRedeemed = "code_redeemed"
    case codeRefused = "code_refused"
    case tokensIssued = "tokens_issued"
    case tokensRefreshed = "tokens_refreshed"
    case refreshRefused = "refresh_refused"
    case tokensRevoked = "tokens_revoked"
    case revocationIgnored = "revocation_ignored"

    // what a person does elsewhere
    case passwordChanged = "password_changed"
    case forwardingChanged = "forwarding_changed"
    case accountDeleted = "account_deleted"
    case deviceAccountChanged = "device_account_changed"
    case devicePasswordsChanged = "device_passwords_changed"
    case deviceSignal = "device_signal"

    // what the emulator tells the apps
    case notificationQueued = "notification_queued"
    case notificationDelivered = "notification_delivered"
    case notificationRefused = "notification_refused"
    case notificationFailed = "notification_failed"

    // mail to relay addresses
    case mailAccepted = "mail_accepted"
    case mailRefused = "mail_refused"
    case mailDelivered = "mail_delivered"
    case mailReplied = "mail_replied"
    case mailBounced = "mail_bounced"

    // what tests change
    case recordsChanged = "records_changed"
    case faultSet = "fault_set"
    case faultFired = "fault_fired"
    case faultRemoved = "fault_removed"
    case faultsCleared = "faults_cleared"
    case gateWaited = "gate_waited"
    case gateOpened = "gate_opened"
    case clockMoved = "clock_moved"
    case switchChanged = "switch_changed"
    case waiversChanged = "waivers_changed"
    case signingKeyChanged = "signing_key_changed"
    case notificationPolicyChanged = "notification_policy_changed"
    case notificationURLChanged = "notification_url_changed"
    case personAdded = "person_added"
    case teamAdded = "team_added"
    case portalChangeSaved = "portal_change_saved"
    case portalChangeEffective = "portal_change_effective"
    case appChanged = "app_changed"
    case organizationChanged = "organization_changed"
    case appTransferStarted = "app_transfer_started"
    case appTransferCanceled = "app_transfer_canceled"
    case appTransferred = "app_transferred"
    case transferIdentifierGiven = "transfer_identifier_given"
    case transferPersonGiven = "transfer_person_given"
    case snapshotKept = "snapshot_kept"
    case reset
}

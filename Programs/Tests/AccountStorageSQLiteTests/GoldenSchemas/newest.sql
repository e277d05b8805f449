-- after step 1: cf70ab6978e1f96203a00c87437879ecb571143ff0850ddf3db75d73c7ab31ee
CREATE TRIGGER audit_is_kept BEFORE DELETE ON audit
WHEN NOT EXISTS (SELECT 1 FROM audit_removals WHERE OLD.occurred_at < written_before)
BEGIN
    SELECT RAISE(ABORT, 'lines of the audit are kept until their time is over');
END
CREATE TRIGGER audit_is_not_changed BEFORE UPDATE ON audit
BEGIN
    SELECT RAISE(ABORT, 'lines of the audit are not changed');
END
CREATE TRIGGER audit_is_not_replaced BEFORE INSERT ON audit
WHEN EXISTS (SELECT 1 FROM audit WHERE id = NEW.id)
BEGIN
    SELECT RAISE(ABORT, 'lines of the audit are not replaced');
END
CREATE TABLE account_events (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    kind TEXT NOT NULL,
    body TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER,
    attempts INTEGER NOT NULL,
    delivered_at INTEGER,
    last_code TEXT
) STRICT, WITHOUT ROWID
CREATE TABLE account_identities (
    account_id BLOB NOT NULL,
    identity_id BLOB NOT NULL,
    PRIMARY KEY (account_id, identity_id)
) STRICT, WITHOUT ROWID
CREATE TABLE account_passwords (
    account_id BLOB NOT NULL PRIMARY KEY,
    hash TEXT NOT NULL,
    changed_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    given_name TEXT,
    family_name TEXT,
    email TEXT,
    is_email_verified INTEGER NOT NULL,
    is_private_email INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER,
    disabled_reason INTEGER,
    erase_at INTEGER,
    has_own_name INTEGER NOT NULL,
    real_person_signal INTEGER,
    external_id TEXT
) STRICT, WITHOUT ROWID
CREATE TABLE audit (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB,
    event TEXT NOT NULL,
    reason TEXT,
    client TEXT,
    platform INTEGER,
    session_id BLOB,
    occurred_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE audit_removals (
    written_before INTEGER NOT NULL,
    named_at INTEGER NOT NULL,
    CHECK (written_before <= named_at - 86400000)
) STRICT
CREATE TABLE authorization_codes (
    id BLOB NOT NULL PRIMARY KEY,
    client TEXT NOT NULL,
    redirect_uri TEXT NOT NULL,
    scope TEXT NOT NULL,
    code_challenge TEXT,
    nonce TEXT,
    claims TEXT,
    parent_id BLOB NOT NULL,
    account_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    used_at INTEGER,
    session_id BLOB
) STRICT, WITHOUT ROWID
CREATE TABLE client_consents (
    account_id BLOB NOT NULL,
    client TEXT NOT NULL,
    scope TEXT NOT NULL,
    given_at INTEGER NOT NULL,
    PRIMARY KEY (account_id, client)
) STRICT, WITHOUT ROWID
CREATE TABLE client_sessions (
    id BLOB NOT NULL PRIMARY KEY,
    parent_id BLOB NOT NULL,
    account_id BLOB NOT NULL,
    client TEXT NOT NULL,
    scope TEXT NOT NULL,
    claims TEXT,
    is_detached INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    logout_due_at INTEGER,
    logout_attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE daily_counts (
    day INTEGER NOT NULL,
    measure TEXT NOT NULL,
    provider TEXT NOT NULL,
    platform TEXT NOT NULL,
    client TEXT NOT NULL,
    detail TEXT NOT NULL,
    count INTEGER NOT NULL,
    PRIMARY KEY (day, measure, provider, platform, client, detail)
) STRICT, WITHOUT ROWID
CREATE TABLE email_deliveries (
    identity_id BLOB NOT NULL PRIMARY KEY,
    state INTEGER NOT NULL,
    since INTEGER NOT NULL,
    cause TEXT,
    missing_since INTEGER,
    reports INTEGER NOT NULL,
    reported_at INTEGER,
    diagnostic TEXT
) STRICT, WITHOUT ROWID
CREATE TABLE external_accounts (
    external_id TEXT NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE foreign_identities (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    issuer TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE grants (
    identity_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    sealed_refresh_token BLOB,
    obtained_at INTEGER NOT NULL,
    checked_at INTEGER,
    alive_at INTEGER,
    PRIMARY KEY (identity_id, client_id)
) STRICT, WITHOUT ROWID
CREATE TABLE held_sign_ins (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    identity_id BLOB NOT NULL,
    session_id BLOB NOT NULL,
    client TEXT NOT NULL,
    return_target TEXT,
    proven_at INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE identities (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    issuer TEXT,
    team_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    is_forwarding_off INTEGER NOT NULL,
    moved_to BLOB
) STRICT, WITHOUT ROWID
CREATE TABLE kept_names (
    identity_id BLOB NOT NULL PRIMARY KEY,
    sealed_name BLOB NOT NULL,
    kept_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE link_proofs (
    id BLOB NOT NULL PRIMARY KEY,
    identity_id BLOB NOT NULL,
    account_id BLOB NOT NULL,
    issuer TEXT NOT NULL,
    team_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    client TEXT NOT NULL,
    return_target TEXT,
    sealed_facts BLOB NOT NULL,
    proven_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    session_id BLOB
) STRICT, WITHOUT ROWID
CREATE TABLE link_tickets (
    id BLOB NOT NULL PRIMARY KEY,
    external_id TEXT NOT NULL,
    label TEXT,
    credential_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE login_names (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    name TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    proven_at INTEGER
) STRICT, WITHOUT ROWID
CREATE TABLE mail_requests (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    content_hash BLOB NOT NULL,
    state INTEGER NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE mailed_tokens (
    id BLOB NOT NULL PRIMARY KEY,
    purpose INTEGER NOT NULL,
    account_id BLOB NOT NULL,
    login_name_id BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE marks (
    name TEXT NOT NULL PRIMARY KEY,
    noted_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE outbox (
    id BLOB NOT NULL PRIMARY KEY,
    kind INTEGER NOT NULL,
    account_id BLOB NOT NULL,
    identity_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    sealed_refresh_token BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL,
    is_asked INTEGER NOT NULL,
    last_code TEXT,
    was_seen_alive INTEGER NOT NULL,
    taken_at INTEGER
) STRICT, WITHOUT ROWID
CREATE TABLE outgoing_mail (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    sealed_message BLOB NOT NULL,
    created_at INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    attempts INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE password_tries (
    id BLOB NOT NULL PRIMARY KEY,
    count INTEGER NOT NULL,
    delayed_until INTEGER,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE received_notifications (
    id BLOB NOT NULL PRIMARY KEY,
    identity_id BLOB NOT NULL,
    topic INTEGER NOT NULL,
    kind TEXT NOT NULL,
    occurred_at INTEGER NOT NULL,
    received_at INTEGER NOT NULL,
    effect TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    app_group TEXT
) STRICT, WITHOUT ROWID
CREATE TABLE replaced_grants (
    id BLOB NOT NULL PRIMARY KEY,
    identity_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    sealed_refresh_token BLOB NOT NULL,
    alive_at INTEGER,
    replaced_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE service_credentials (
    id BLOB NOT NULL PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash BLOB NOT NULL,
    scopes INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    revoked_at INTEGER
) STRICT, WITHOUT ROWID
CREATE TABLE sessions (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    platform INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    authenticated_at INTEGER NOT NULL,
    counter INTEGER NOT NULL,
    first_counter INTEGER NOT NULL,
    used_counter INTEGER NOT NULL,
    renewed_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    ended_at INTEGER,
    expiry_day INTEGER NOT NULL,
    identity_id BLOB,
    apple_client_id TEXT,
    browser TEXT
) STRICT, WITHOUT ROWID
CREATE TABLE sign_in_attempts (
    id BLOB NOT NULL PRIMARY KEY,
    kind INTEGER NOT NULL,
    client TEXT NOT NULL,
    browser_proof_hash BLOB,
    return_target TEXT,
    created_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL,
    state INTEGER NOT NULL,
    failures INTEGER NOT NULL,
    claimed_at INTEGER,
    answer_hash BLOB,
    link_external_id TEXT,
    link_session_id BLOB,
    link_account_id BLOB,
    removes_password INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE team_transfers (
    id BLOB NOT NULL PRIMARY KEY,
    issuer TEXT NOT NULL,
    from_team TEXT NOT NULL,
    to_team TEXT NOT NULL,
    clients TEXT NOT NULL,
    state INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    accepted_at INTEGER,
    deadline INTEGER,
    first_claim_at INTEGER,
    closed_at INTEGER
) STRICT, WITHOUT ROWID
CREATE TABLE transfer_entries (
    identity_id BLOB NOT NULL,
    transfer_id BLOB NOT NULL,
    account_id BLOB NOT NULL,
    transfer_sub TEXT,
    state INTEGER NOT NULL,
    tries INTEGER NOT NULL,
    due_at INTEGER NOT NULL,
    code TEXT,
    new_identity_id BLOB,
    settled_at INTEGER,
    PRIMARY KEY (identity_id, transfer_id)
) STRICT, WITHOUT ROWID
CREATE TABLE user_imports (
    id BLOB NOT NULL PRIMARY KEY,
    position INTEGER NOT NULL,
    lines INTEGER NOT NULL,
    made INTEGER NOT NULL,
    unchanged INTEGER NOT NULL,
    conflicts INTEGER NOT NULL,
    refused INTEGER NOT NULL,
    started_at INTEGER NOT NULL,
    finished_at INTEGER
) STRICT, WITHOUT ROWID
CREATE INDEX account_events_by_creation ON account_events (created_at)
CREATE INDEX account_events_by_due ON account_events (due_at) WHERE due_at IS NOT NULL
CREATE INDEX account_events_given_up ON account_events (id) WHERE due_at IS NULL AND delivered_at IS NULL
CREATE INDEX accounts_by_erasure ON accounts (erase_at) WHERE erase_at IS NOT NULL
CREATE INDEX audit_by_account ON audit (account_id) WHERE account_id IS NOT NULL
CREATE INDEX authorization_codes_by_expiry ON authorization_codes (expires_at)
CREATE INDEX client_sessions_by_account ON client_sessions (account_id)
CREATE INDEX client_sessions_by_expiry ON client_sessions (expires_at)
CREATE INDEX client_sessions_by_logout ON client_sessions (client, logout_due_at)
    WHERE logout_due_at IS NOT NULL
CREATE INDEX client_sessions_by_parent ON client_sessions (parent_id, client)
CREATE INDEX foreign_identities_by_account ON foreign_identities (account_id)
CREATE INDEX held_sign_ins_by_account ON held_sign_ins (account_id)
CREATE INDEX held_sign_ins_by_expiry ON held_sign_ins (expires_at)
CREATE INDEX kept_names_by_expiry ON kept_names (expires_at)
CREATE INDEX link_proofs_by_expiry ON link_proofs (expires_at)
CREATE INDEX link_proofs_by_identity ON link_proofs (identity_id)
CREATE INDEX link_tickets_by_expiry ON link_tickets (expires_at)
CREATE INDEX link_tickets_by_external_id ON link_tickets (external_id)
CREATE INDEX login_names_by_account ON login_names (account_id, id)
CREATE INDEX mail_requests_by_account ON mail_requests (account_id, created_at)
CREATE INDEX mail_requests_by_age ON mail_requests (created_at)
CREATE INDEX mailed_tokens_by_account ON mailed_tokens (account_id)
CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens (expires_at)
CREATE INDEX outbox_by_due ON outbox (client_id, due_at)
CREATE INDEX outbox_by_identity ON outbox (identity_id)
CREATE INDEX outgoing_mail_by_account ON outgoing_mail (account_id)
CREATE INDEX outgoing_mail_by_due ON outgoing_mail (due_at, id)
CREATE INDEX password_tries_by_expiry ON password_tries (expires_at)
CREATE INDEX received_notifications_by_expiry ON received_notifications (expires_at)
CREATE INDEX received_notifications_by_identity ON received_notifications (identity_id, topic, occurred_at)
CREATE INDEX replaced_grants_by_identity ON replaced_grants (identity_id, replaced_at)
CREATE INDEX sessions_by_account ON sessions (account_id)
CREATE INDEX sessions_by_end ON sessions (ended_at, id) WHERE ended_at IS NOT NULL
CREATE INDEX sessions_by_expiry_day ON sessions (expiry_day)
CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts (link_account_id)
    WHERE link_account_id IS NOT NULL
CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts (link_external_id)
    WHERE link_external_id IS NOT NULL
CREATE INDEX transfer_entries_by_account ON transfer_entries (account_id)
CREATE UNIQUE INDEX transfer_entries_by_identifier ON transfer_entries (transfer_id, transfer_sub)
    WHERE transfer_sub IS NOT NULL
CREATE INDEX transfer_entries_by_state ON transfer_entries (transfer_id, state, identity_id)
user_version 1
application_id 1397315393

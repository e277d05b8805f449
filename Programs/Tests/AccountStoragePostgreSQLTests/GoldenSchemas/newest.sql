-- after step 1: 21cb16cb2cf4364a97c775f7d47af385afa399c0e15bc5ed676f43e974a94828
account_events.id bytea NOT NULL
account_events.account_id bytea NOT NULL
account_events.kind text COLLATE "C" NOT NULL
account_events.body text NOT NULL
account_events.created_at bigint NOT NULL
account_events.due_at bigint
account_events.attempts bigint NOT NULL
account_events.delivered_at bigint
account_events.last_code text
account_identities.account_id bytea NOT NULL
account_identities.identity_id bytea NOT NULL
account_passwords.account_id bytea NOT NULL
account_passwords.hash text COLLATE "C" NOT NULL
account_passwords.changed_at bigint NOT NULL
accounts.id bytea NOT NULL
accounts.given_name text
accounts.family_name text
accounts.email text COLLATE "C"
accounts.is_email_verified boolean NOT NULL
accounts.is_private_email boolean NOT NULL
accounts.created_at bigint NOT NULL
accounts.disabled_at bigint
accounts.disabled_reason smallint
accounts.erase_at bigint
accounts.has_own_name boolean NOT NULL
accounts.real_person_signal smallint
accounts.external_id text COLLATE "C"
audit.id bytea NOT NULL
audit.account_id bytea
audit.event text COLLATE "C" NOT NULL
audit.reason text
audit.client text
audit.platform smallint
audit.session_id bytea
audit.occurred_at bigint NOT NULL
audit_removals.written_before bigint NOT NULL
audit_removals.named_at bigint NOT NULL
authorization_codes.id bytea NOT NULL
authorization_codes.client text COLLATE "C" NOT NULL
authorization_codes.redirect_uri text NOT NULL
authorization_codes.scope text NOT NULL
authorization_codes.code_challenge text
authorization_codes.nonce text
authorization_codes.claims text
authorization_codes.parent_id bytea NOT NULL
authorization_codes.account_id bytea NOT NULL
authorization_codes.created_at bigint NOT NULL
authorization_codes.expires_at bigint NOT NULL
authorization_codes.used_at bigint
authorization_codes.session_id bytea
client_consents.account_id bytea NOT NULL
client_consents.client text COLLATE "C" NOT NULL
client_consents.scope text NOT NULL
client_consents.given_at bigint NOT NULL
client_sessions.id bytea NOT NULL
client_sessions.parent_id bytea NOT NULL
client_sessions.account_id bytea NOT NULL
client_sessions.client text COLLATE "C" NOT NULL
client_sessions.scope text NOT NULL
client_sessions.claims text
client_sessions.is_detached boolean NOT NULL
client_sessions.expires_at bigint NOT NULL
client_sessions.logout_due_at bigint
client_sessions.logout_attempts bigint NOT NULL
daily_counts.day bigint NOT NULL
daily_counts.measure text COLLATE "C" NOT NULL
daily_counts.provider text COLLATE "C" NOT NULL
daily_counts.platform text COLLATE "C" NOT NULL
daily_counts.client text COLLATE "C" NOT NULL
daily_counts.detail text COLLATE "C" NOT NULL
daily_counts.count bigint NOT NULL
email_deliveries.identity_id bytea NOT NULL
email_deliveries.state smallint NOT NULL
email_deliveries.since bigint NOT NULL
email_deliveries.cause text COLLATE "C"
email_deliveries.missing_since bigint
email_deliveries.reports bigint NOT NULL
email_deliveries.reported_at bigint
email_deliveries.diagnostic text
external_accounts.external_id text COLLATE "C" NOT NULL
external_accounts.account_id bytea NOT NULL
foreign_identities.id bytea NOT NULL
foreign_identities.account_id bytea NOT NULL
foreign_identities.issuer text COLLATE "C" NOT NULL
foreign_identities.subject text COLLATE "C" NOT NULL
foreign_identities.created_at bigint NOT NULL
grants.identity_id bytea NOT NULL
grants.client_id text COLLATE "C" NOT NULL
grants.sealed_refresh_token bytea
grants.obtained_at bigint NOT NULL
grants.checked_at bigint
grants.alive_at bigint
held_sign_ins.id bytea NOT NULL
held_sign_ins.account_id bytea NOT NULL
held_sign_ins.identity_id bytea NOT NULL
held_sign_ins.session_id bytea NOT NULL
held_sign_ins.client text COLLATE "C" NOT NULL
held_sign_ins.return_target text
held_sign_ins.proven_at bigint NOT NULL
held_sign_ins.created_at bigint NOT NULL
held_sign_ins.expires_at bigint NOT NULL
identities.id bytea NOT NULL
identities.account_id bytea NOT NULL
identities.issuer text COLLATE "C"
identities.team_id text COLLATE "C" NOT NULL
identities.subject text COLLATE "C" NOT NULL
identities.created_at bigint NOT NULL
identities.is_forwarding_off boolean NOT NULL
identities.moved_to bytea
kept_names.identity_id bytea NOT NULL
kept_names.sealed_name bytea NOT NULL
kept_names.kept_at bigint NOT NULL
kept_names.expires_at bigint NOT NULL
link_proofs.id bytea NOT NULL
link_proofs.identity_id bytea NOT NULL
link_proofs.account_id bytea NOT NULL
link_proofs.issuer text COLLATE "C" NOT NULL
link_proofs.team_id text COLLATE "C" NOT NULL
link_proofs.subject text COLLATE "C" NOT NULL
link_proofs.client text COLLATE "C" NOT NULL
link_proofs.return_target text
link_proofs.sealed_facts bytea NOT NULL
link_proofs.proven_at bigint NOT NULL
link_proofs.expires_at bigint NOT NULL
link_proofs.session_id bytea
link_tickets.id bytea NOT NULL
link_tickets.external_id text COLLATE "C" NOT NULL
link_tickets.label text
link_tickets.credential_id bytea NOT NULL
link_tickets.created_at bigint NOT NULL
link_tickets.expires_at bigint NOT NULL
login_names.id bytea NOT NULL
login_names.account_id bytea NOT NULL
login_names.name text COLLATE "C" NOT NULL
login_names.created_at bigint NOT NULL
login_names.proven_at bigint
mail_requests.id bytea NOT NULL
mail_requests.account_id bytea NOT NULL
mail_requests.content_hash bytea NOT NULL
mail_requests.state smallint NOT NULL
mail_requests.created_at bigint NOT NULL
mailed_tokens.id bytea NOT NULL
mailed_tokens.purpose smallint NOT NULL
mailed_tokens.account_id bytea NOT NULL
mailed_tokens.login_name_id bytea NOT NULL
mailed_tokens.created_at bigint NOT NULL
mailed_tokens.expires_at bigint NOT NULL
marks.name text COLLATE "C" NOT NULL
marks.noted_at bigint NOT NULL
outbox.id bytea NOT NULL
outbox.kind smallint NOT NULL
outbox.account_id bytea NOT NULL
outbox.identity_id bytea NOT NULL
outbox.client_id text COLLATE "C" NOT NULL
outbox.sealed_refresh_token bytea NOT NULL
outbox.created_at bigint NOT NULL
outbox.due_at bigint NOT NULL
outbox.attempts bigint NOT NULL
outbox.is_asked boolean NOT NULL
outbox.last_code text
outbox.was_seen_alive boolean NOT NULL
outbox.taken_at bigint
outgoing_mail.id bytea NOT NULL
outgoing_mail.account_id bytea NOT NULL
outgoing_mail.sealed_message bytea NOT NULL
outgoing_mail.created_at bigint NOT NULL
outgoing_mail.due_at bigint NOT NULL
outgoing_mail.expires_at bigint NOT NULL
outgoing_mail.attempts bigint NOT NULL
password_tries.id bytea NOT NULL
password_tries.count bigint NOT NULL
password_tries.delayed_until bigint
password_tries.expires_at bigint NOT NULL
received_notifications.id bytea NOT NULL
received_notifications.identity_id bytea NOT NULL
received_notifications.topic smallint NOT NULL
received_notifications.kind text NOT NULL
received_notifications.occurred_at bigint NOT NULL
received_notifications.received_at bigint NOT NULL
received_notifications.effect text NOT NULL
received_notifications.expires_at bigint NOT NULL
received_notifications.app_group text COLLATE "C"
replaced_grants.id bytea NOT NULL
replaced_grants.identity_id bytea NOT NULL
replaced_grants.client_id text COLLATE "C" NOT NULL
replaced_grants.sealed_refresh_token bytea NOT NULL
replaced_grants.alive_at bigint
replaced_grants.replaced_at bigint NOT NULL
schema_version.only_row smallint NOT NULL
schema_version.version integer NOT NULL
service_credentials.id bytea NOT NULL
service_credentials.name text NOT NULL
service_credentials.key_hash bytea NOT NULL
service_credentials.scopes bigint NOT NULL
service_credentials.created_at bigint NOT NULL
service_credentials.revoked_at bigint
sessions.id bytea NOT NULL
sessions.account_id bytea NOT NULL
sessions.client_id text COLLATE "C" NOT NULL
sessions.platform smallint NOT NULL
sessions.created_at bigint NOT NULL
sessions.authenticated_at bigint NOT NULL
sessions.counter bigint NOT NULL
sessions.first_counter bigint NOT NULL
sessions.used_counter bigint NOT NULL
sessions.renewed_at bigint NOT NULL
sessions.expires_at bigint NOT NULL
sessions.ended_at bigint
sessions.expiry_day bigint NOT NULL
sessions.identity_id bytea
sessions.apple_client_id text COLLATE "C"
sessions.browser text
sign_in_attempts.id bytea NOT NULL
sign_in_attempts.kind smallint NOT NULL
sign_in_attempts.client text COLLATE "C" NOT NULL
sign_in_attempts.browser_proof_hash bytea
sign_in_attempts.return_target text
sign_in_attempts.created_at bigint NOT NULL
sign_in_attempts.expires_at bigint NOT NULL
sign_in_attempts.state smallint NOT NULL
sign_in_attempts.failures bigint NOT NULL
sign_in_attempts.claimed_at bigint
sign_in_attempts.answer_hash bytea
sign_in_attempts.link_external_id text COLLATE "C"
sign_in_attempts.link_session_id bytea
sign_in_attempts.link_account_id bytea
sign_in_attempts.removes_password boolean NOT NULL
team_transfers.id bytea NOT NULL
team_transfers.issuer text NOT NULL
team_transfers.from_team text NOT NULL
team_transfers.to_team text NOT NULL
team_transfers.clients text NOT NULL
team_transfers.state smallint NOT NULL
team_transfers.created_at bigint NOT NULL
team_transfers.accepted_at bigint
team_transfers.deadline bigint
team_transfers.first_claim_at bigint
team_transfers.closed_at bigint
transfer_entries.identity_id bytea NOT NULL
transfer_entries.transfer_id bytea NOT NULL
transfer_entries.account_id bytea NOT NULL
transfer_entries.transfer_sub text COLLATE "C"
transfer_entries.state smallint NOT NULL
transfer_entries.tries bigint NOT NULL
transfer_entries.due_at bigint NOT NULL
transfer_entries.code text
transfer_entries.new_identity_id bytea
transfer_entries.settled_at bigint
user_imports.id bytea NOT NULL
user_imports.position bigint NOT NULL
user_imports.lines bigint NOT NULL
user_imports.made bigint NOT NULL
user_imports.unchanged bigint NOT NULL
user_imports.conflicts bigint NOT NULL
user_imports.refused bigint NOT NULL
user_imports.started_at bigint NOT NULL
user_imports.finished_at bigint
sessions WITH fillfactor=90
CREATE INDEX account_events_by_creation ON account_events USING btree (created_at)
CREATE INDEX account_events_by_due ON account_events USING btree (due_at, id) WHERE (due_at IS NOT NULL)
CREATE INDEX account_events_given_up ON account_events USING btree (id) WHERE ((due_at IS NULL) AND (delivered_at IS NULL))
CREATE UNIQUE INDEX account_events_pkey ON account_events USING btree (id)
CREATE UNIQUE INDEX account_identities_pkey ON account_identities USING btree (account_id, identity_id)
CREATE UNIQUE INDEX account_passwords_pkey ON account_passwords USING btree (account_id)
CREATE INDEX accounts_by_erasure ON accounts USING btree (erase_at) WHERE (erase_at IS NOT NULL)
CREATE UNIQUE INDEX accounts_pkey ON accounts USING btree (id)
CREATE INDEX audit_by_account ON audit USING btree (account_id, id) WHERE (account_id IS NOT NULL)
CREATE UNIQUE INDEX audit_pkey ON audit USING btree (id)
CREATE INDEX authorization_codes_by_expiry ON authorization_codes USING btree (expires_at)
CREATE UNIQUE INDEX authorization_codes_pkey ON authorization_codes USING btree (id)
CREATE UNIQUE INDEX client_consents_pkey ON client_consents USING btree (account_id, client)
CREATE INDEX client_sessions_by_account ON client_sessions USING btree (account_id, id)
CREATE INDEX client_sessions_by_expiry ON client_sessions USING btree (expires_at)
CREATE INDEX client_sessions_by_logout ON client_sessions USING btree (client, logout_due_at, id) WHERE (logout_due_at IS NOT NULL)
CREATE INDEX client_sessions_by_parent ON client_sessions USING btree (parent_id, client, id)
CREATE UNIQUE INDEX client_sessions_pkey ON client_sessions USING btree (id)
CREATE UNIQUE INDEX daily_counts_pkey ON daily_counts USING btree (day, measure, provider, platform, client, detail)
CREATE UNIQUE INDEX email_deliveries_pkey ON email_deliveries USING btree (identity_id)
CREATE UNIQUE INDEX external_accounts_pkey ON external_accounts USING btree (external_id)
CREATE INDEX foreign_identities_by_account ON foreign_identities USING btree (account_id)
CREATE UNIQUE INDEX foreign_identities_pkey ON foreign_identities USING btree (id)
CREATE UNIQUE INDEX grants_pkey ON grants USING btree (identity_id, client_id)
CREATE INDEX held_sign_ins_by_account ON held_sign_ins USING btree (account_id)
CREATE INDEX held_sign_ins_by_expiry ON held_sign_ins USING btree (expires_at)
CREATE UNIQUE INDEX held_sign_ins_pkey ON held_sign_ins USING btree (id)
CREATE UNIQUE INDEX identities_pkey ON identities USING btree (id)
CREATE INDEX kept_names_by_expiry ON kept_names USING btree (expires_at)
CREATE UNIQUE INDEX kept_names_pkey ON kept_names USING btree (identity_id)
CREATE INDEX link_proofs_by_expiry ON link_proofs USING btree (expires_at)
CREATE INDEX link_proofs_by_identity ON link_proofs USING btree (identity_id)
CREATE UNIQUE INDEX link_proofs_pkey ON link_proofs USING btree (id)
CREATE INDEX link_tickets_by_expiry ON link_tickets USING btree (expires_at)
CREATE INDEX link_tickets_by_external_id ON link_tickets USING btree (external_id)
CREATE UNIQUE INDEX link_tickets_pkey ON link_tickets USING btree (id)
CREATE INDEX login_names_by_account ON login_names USING btree (account_id, id)
CREATE UNIQUE INDEX login_names_pkey ON login_names USING btree (id)
CREATE INDEX mail_requests_by_account ON mail_requests USING btree (account_id, created_at)
CREATE INDEX mail_requests_by_age ON mail_requests USING btree (created_at)
CREATE UNIQUE INDEX mail_requests_pkey ON mail_requests USING btree (id)
CREATE INDEX mailed_tokens_by_account ON mailed_tokens USING btree (account_id)
CREATE INDEX mailed_tokens_by_expiry ON mailed_tokens USING btree (expires_at)
CREATE UNIQUE INDEX mailed_tokens_pkey ON mailed_tokens USING btree (id)
CREATE UNIQUE INDEX marks_pkey ON marks USING btree (name)
CREATE INDEX outbox_by_due ON outbox USING btree (client_id, due_at, id)
CREATE INDEX outbox_by_identity ON outbox USING btree (identity_id)
CREATE UNIQUE INDEX outbox_pkey ON outbox USING btree (id)
CREATE INDEX outgoing_mail_by_account ON outgoing_mail USING btree (account_id)
CREATE INDEX outgoing_mail_by_due ON outgoing_mail USING btree (due_at, id)
CREATE UNIQUE INDEX outgoing_mail_pkey ON outgoing_mail USING btree (id)
CREATE INDEX password_tries_by_expiry ON password_tries USING btree (expires_at)
CREATE UNIQUE INDEX password_tries_pkey ON password_tries USING btree (id)
CREATE INDEX received_notifications_by_expiry ON received_notifications USING btree (expires_at)
CREATE INDEX received_notifications_by_identity ON received_notifications USING btree (identity_id, topic, occurred_at)
CREATE UNIQUE INDEX received_notifications_pkey ON received_notifications USING btree (id)
CREATE INDEX replaced_grants_by_identity ON replaced_grants USING btree (identity_id, replaced_at, id)
CREATE UNIQUE INDEX replaced_grants_pkey ON replaced_grants USING btree (id)
CREATE UNIQUE INDEX schema_version_pkey ON schema_version USING btree (only_row)
CREATE UNIQUE INDEX service_credentials_pkey ON service_credentials USING btree (id)
CREATE INDEX sessions_by_account ON sessions USING btree (account_id, id)
CREATE INDEX sessions_by_end ON sessions USING btree (ended_at, id) WHERE (ended_at IS NOT NULL)
CREATE INDEX sessions_by_expiry_day ON sessions USING btree (expiry_day)
CREATE UNIQUE INDEX sessions_pkey ON sessions USING btree (id)
CREATE INDEX sign_in_attempts_by_link_account ON sign_in_attempts USING btree (link_account_id) WHERE (link_account_id IS NOT NULL)
CREATE INDEX sign_in_attempts_by_link_external_id ON sign_in_attempts USING btree (link_external_id) WHERE (link_external_id IS NOT NULL)
CREATE UNIQUE INDEX sign_in_attempts_pkey ON sign_in_attempts USING btree (id)
CREATE UNIQUE INDEX team_transfers_pkey ON team_transfers USING btree (id)
CREATE INDEX transfer_entries_by_account ON transfer_entries USING btree (account_id)
CREATE UNIQUE INDEX transfer_entries_by_identifier ON transfer_entries USING btree (transfer_id, transfer_sub) WHERE (transfer_sub IS NOT NULL)
CREATE INDEX transfer_entries_by_state ON transfer_entries USING btree (transfer_id, state, identity_id)
CREATE UNIQUE INDEX transfer_entries_pkey ON transfer_entries USING btree (identity_id, transfer_id)
CREATE UNIQUE INDEX user_imports_pkey ON user_imports USING btree (id)
schema_version 1
CREATE TRIGGER audit_is_kept BEFORE DELETE OR UPDATE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit()
CREATE TRIGGER audit_is_not_emptied BEFORE TRUNCATE ON audit FOR EACH STATEMENT EXECUTE FUNCTION keep_audit()

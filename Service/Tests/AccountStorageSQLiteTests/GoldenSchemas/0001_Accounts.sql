CREATE TABLE accounts (
    id BLOB NOT NULL PRIMARY KEY,
    given_name TEXT,
    family_name TEXT,
    email TEXT,
    is_email_verified INTEGER NOT NULL,
    is_private_email INTEGER NOT NULL,
    created_at INTEGER NOT NULL,
    disabled_at INTEGER
) STRICT, WITHOUT ROWID
CREATE TABLE grants (
    identity_id BLOB NOT NULL,
    client_id TEXT NOT NULL,
    sealed_refresh_token BLOB,
    obtained_at INTEGER NOT NULL,
    PRIMARY KEY (identity_id, client_id)
) STRICT, WITHOUT ROWID
CREATE TABLE identities (
    id BLOB NOT NULL PRIMARY KEY,
    account_id BLOB NOT NULL,
    issuer TEXT,
    team_id TEXT NOT NULL,
    subject TEXT NOT NULL,
    created_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE TABLE kept_names (
    identity_id BLOB NOT NULL PRIMARY KEY,
    sealed_name BLOB NOT NULL,
    kept_at INTEGER NOT NULL,
    expires_at INTEGER NOT NULL
) STRICT, WITHOUT ROWID
CREATE INDEX kept_names_by_expiry ON kept_names (expires_at)
user_version 1
application_id 1397315393

accounts.id bytea NOT NULL
accounts.given_name text
accounts.family_name text
accounts.email text COLLATE "C"
accounts.is_email_verified boolean NOT NULL
accounts.is_private_email boolean NOT NULL
accounts.created_at bigint NOT NULL
accounts.disabled_at bigint
grants.identity_id bytea NOT NULL
grants.client_id text COLLATE "C" NOT NULL
grants.sealed_refresh_token bytea
grants.obtained_at bigint NOT NULL
identities.id bytea NOT NULL
identities.account_id bytea NOT NULL
identities.issuer text COLLATE "C"
identities.team_id text COLLATE "C" NOT NULL
identities.subject text COLLATE "C" NOT NULL
identities.created_at bigint NOT NULL
kept_names.identity_id bytea NOT NULL
kept_names.sealed_name bytea NOT NULL
kept_names.kept_at bigint NOT NULL
kept_names.expires_at bigint NOT NULL
schema_version.only_row smallint NOT NULL
schema_version.version integer NOT NULL
CREATE UNIQUE INDEX accounts_pkey ON accounts USING btree (id)
CREATE UNIQUE INDEX grants_pkey ON grants USING btree (identity_id, client_id)
CREATE UNIQUE INDEX identities_pkey ON identities USING btree (id)
CREATE INDEX kept_names_by_expiry ON kept_names USING btree (expires_at)
CREATE UNIQUE INDEX kept_names_pkey ON kept_names USING btree (identity_id)
CREATE UNIQUE INDEX schema_version_pkey ON schema_version USING btree (only_row)
schema_version 1

-- The statements of a known person's sign-in, for pgbench: one transaction, one durable commit.
\set number random(1, 1000000000)
BEGIN;
SELECT kind, client, state, failures FROM sign_in_attempts WHERE id = decode(md5(:number::text), 'hex');
UPDATE sign_in_attempts SET state = 1 WHERE id = decode(md5(:number::text), 'hex') AND state = 0;
SELECT account_id FROM identities WHERE id = decode(md5(:number::text), 'hex');
SELECT given_name, family_name, email, disabled_at FROM accounts WHERE id = decode(md5(:number::text), 'hex');
INSERT INTO sessions
    (id, account_id, client_id, platform, created_at, authenticated_at, counter, first_counter, used_counter, renewed_at, expires_at,
     expiry_day)
VALUES (
    decode(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20), 'hex'),
    decode(md5(:number::text), 'hex'), 'app', 0, 0, 0, 0, 0, -1, 0, 0, 0);
INSERT INTO audit (id, account_id, event, occurred_at)
VALUES (
    decode(lpad(to_hex((extract(epoch FROM clock_timestamp()) * 1000)::bigint), 12, '0') || substr(md5(random()::text), 1, 20), 'hex'),
    decode(md5(:number::text), 'hex'), 'signed_in', 0);
COMMIT;

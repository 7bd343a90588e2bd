-- Sessions store hashes of their tokens, so that no one who reads the table can use them. Running sessions stay valid.
alter table sessions rename column token to token_hash;
alter table sessions rename column previous_token to previous_token_hash;
alter table sessions rename constraint sessions_token_key to sessions_token_hash_key;
alter index sessions_previous_token_key rename to sessions_previous_token_hash_key;
update sessions set
  token_hash = translate(rtrim(encode(sha256(convert_to(token_hash, 'UTF8')), 'base64'), '='), '+/', '-_'),
  previous_token_hash =
    translate(rtrim(encode(sha256(convert_to(previous_token_hash, 'UTF8')), 'base64'), '='), '+/', '-_');

-- Only the former authentication library had a use for these.
alter table sessions drop column if exists ip_address;
alter table accounts
  drop column if exists access_token,
  drop column if exists refresh_token,
  drop column if exists id_token,
  drop column if exists access_token_expires_at,
  drop column if exists refresh_token_expires_at,
  drop column if exists scope;

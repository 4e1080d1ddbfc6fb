-- Answers of calls with an idempotency key that no event records: 24 hours, by organization, tenant or account.

create table idempotency_key (
  -- Such as organization:7.
  scope text not null,
  key_hash text not null,
  -- Of method, path and body.
  request_hash text not null,
  -- Random, one for each run of the call. A run that has lost its claim can record nothing.
  claim uuid not null,
  -- While the call runs: when its node has last said so.
  renewed_at timestamptz not null,
  expires_at timestamptz not null,
  -- Null while the call runs.
  status integer,
  -- Sealed: some answers show a secret once.
  answer bytea,
  primary key (scope, key_hash)
);
create index idempotency_key_expiry on idempotency_key (expires_at);
create index idempotency_key_running on idempotency_key (claim) where status is null;

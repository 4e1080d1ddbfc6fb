-- Accounts, the organizations that they may act for, and their logins.

create table account (
  id bigint generated always as identity primary key,
  -- As it was first written; looked up in lower case.
  email text not null,
  first_name text not null,
  last_name text not null,
  -- scrypt with its parameters and salt, as text.
  password_hash text not null,
  created_at timestamptz not null default now()
);
create unique index account_email on account (lower(email));

-- The first organization of an account is the one that its login opens.
create table membership (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  organization_id bigint not null references organization,
  unique (account_id, organization_id)
);
create index membership_organization on membership (organization_id);

-- One login: an access token and the token that renews it, both as hashes.
create table login (
  id bigint generated always as identity primary key,
  account_id bigint not null references account on delete cascade,
  organization_id bigint not null references organization,
  token_hash bytea not null unique,
  token_expires_at timestamptz not null,
  refresh_hash bytea not null unique,
  refresh_expires_at timestamptz not null
);
create index login_account on login (account_id);
create index login_organization on login (organization_id);
create index login_refresh_expiry on login (refresh_expires_at);

-- Consecutive failed logins, by a hash of email and client address; unknown emails have rows as well.
create table login_failure (
  key bytea primary key,
  count integer not null,
  last_at timestamptz not null,
  blocked_until timestamptz not null
);
create index login_failure_last on login_failure (last_at);

-- Finds unfinished deletions when a node starts.
create index organization_deleting on organization (id) where deleting;

-- expands
-- Sign-on by OpenID Connect: the settings of each organization, and the identities of its people at their provider. Nodes of the
-- release before renew such a login beyond its end, so nothing is set up while one of them runs.

create table sign_on (
  organization_id bigint primary key references organization on delete cascade,
  issuer text not null,
  client_id text not null,
  -- Sealed.
  client_secret bytea not null,
  groups_claim text not null,
  -- As `src/storage/catalog/sign-ons.ts` has it.
  groups jsonb not null,
  local_login boolean not null,
  -- When an OWNER has signed on with these settings; null: not yet.
  owner_signed_on_at timestamptz
);

-- The provider's name of a person, who is another person in each organization.
create table sign_on_identity (
  organization_id bigint not null,
  issuer text not null,
  subject text not null,
  account_id bigint not null,
  primary key (organization_id, issuer, subject),
  foreign key (account_id, organization_id) references membership (account_id, organization_id) on delete cascade
);
create index sign_on_identity_account on sign_on_identity (account_id, organization_id);

-- The end of a login by sign-on, however often it is renewed; null: it was opened with a password.
alter table login add column sign_on_ends_at timestamptz;

-- expands
-- People: what a member may do for the organization, and the invitations by which members join. Nodes of the release before
-- treat every member as an OWNER, so nobody is invited while one of them runs.

-- The account of an invited person is for one organization, so that nothing tells whether its address is known elsewhere. `address`
-- is its email then; `email`, which is unique over all organizations, is made of the address and the organization.
alter table account add column address text;
create index account_address on account (lower(coalesce(address, email)));

alter table membership
  add column role text not null default 'OWNER' check (role in ('OWNER', 'MANAGER', 'BOX_OFFICE', 'VIEWER')),
  -- Ids of the events that the person is limited to; null: there is no limit.
  add column events uuid[],
  add column last_login_at timestamptz;

-- While the row is there, nobody can log in to the account.
create table invitation (
  account_id bigint primary key references account on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);

-- Every node caches the owners of tokens, with their roles.
create function announce_logins() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'login:' || id) from login
  where account_id = old.account_id and organization_id = old.organization_id;
  return null;
end
$$;
create trigger membership_changed after update of role, events or delete on membership
  for each row execute function announce_logins();

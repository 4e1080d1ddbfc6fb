-- expands
-- The face of an event: what its buyers read beside its start. Null: none; the name stands for the title. Nodes of the
-- release before leave all of it out.

alter table event add column title text, add column image_url text, add column return_url text;

-- The IANA name of the zone of the venue's local times; null: not known.
alter table venue add column time_zone text;
create trigger venue_changed after update on venue for each row execute function announce_change('venue');

-- A code that a shop's server exchanges for the session of a checkout, once. A session has at most one.
create table checkout_code (
  session_id uuid primary key,
  code text not null unique,
  organization_id bigint not null references organization on delete cascade,
  expires_at timestamptz not null
);
create index checkout_code_expiry on checkout_code (expires_at);
create index checkout_code_organization on checkout_code (organization_id);

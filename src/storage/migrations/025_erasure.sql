-- contracts: needs 025
-- Erasures: requests of an organization to forget persons, and how far each has come.

update cluster_version set oldest_migration = 25;

create table erasure (
  id uuid primary key default gen_random_uuid(),
  organization_id bigint not null references organization on delete cascade,
  state text not null default 'CREATED' check (state in ('CREATED', 'IN_PROCESS', 'DONE')),
  -- What is forgotten; the member of this name is set. The reference is dropped when the erasure is done.
  selects text not null check (selects in ('SESSION', 'REFERENCE', 'AGE')),
  session_id uuid,
  -- JSON-escaped, as in session_record.
  reference text,
  older_than_days integer,
  -- Where to go on, as JSON; null: at the beginning.
  position text,
  sessions integer not null default 0,
  records integer not null default 0,
  changes integer not null default 0,
  -- Why it does not come on; null: it does.
  error text,
  -- Random, one for each run. A run that has lost its claim can store nothing.
  claim uuid,
  renewed_at timestamptz not null default now(),
  created_at timestamptz not null default now(),
  finished_at timestamptz
);
create index erasure_organization on erasure (organization_id, created_at);
create index erasure_open on erasure (created_at) where state <> 'DONE';

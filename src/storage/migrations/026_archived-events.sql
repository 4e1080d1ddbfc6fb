-- contracts: needs 026
-- Events whose rows are in an archive file: enough to answer that they are archived, and to find the file.

update cluster_version set oldest_migration = 26;

create table archived_event (
  -- Named as in `event`: the trigger tells the caches that the event is back.
  id uuid primary key,
  event_number integer not null unique,
  organization_id bigint not null references organization,
  schema_id bigint not null,
  name text not null,
  head_seq bigint not null,
  file text not null,
  digest bytea not null,
  archived_at timestamptz not null default now()
);
create index archived_event_organization on archived_event (organization_id);
create trigger archived_event_changed after delete on archived_event
  for each row execute function announce_change('event');

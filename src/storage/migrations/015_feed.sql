-- The feed of an organization's changes: written with the projection, or with the catalog's change, in one transaction.
-- Readers go by (era, xid, number). A number is taken before its transaction commits, so a transaction id tells what may
-- still appear: readers see only rows of transactions below the oldest one that is still running.

-- The lineage of transaction ids. It begins anew when the rows come from another database server, whose ids were higher.
create table feed_era (
  id boolean primary key default true check (id),
  era integer not null
);
insert into feed_era (era) values (1);

create sequence feed_number;

-- Many changes of one event in a row: as lines of JSON, separated by tabs. JSON has no raw tab.
create table feed_batch (
  organization_id bigint not null,
  era integer not null,
  xid xid8 not null default pg_current_xact_id(),
  number bigint not null default nextval('feed_number'),
  event_id uuid not null,
  -- A bit for each type that is among the changes.
  types bigint not null,
  count integer not null,
  bytes integer not null,
  changes text not null,
  written_at timestamptz not null default now(),
  primary key (organization_id, era, xid, number)
);
create index feed_batch_written on feed_batch (written_at);
-- No compression: it would take longer than everything else together.
alter table feed_batch alter column changes set storage external;

-- The last row that was deleted for its age: a reader that has not read it has missed changes.
create table feed_trimmed (
  organization_id bigint primary key,
  era integer not null,
  xid xid8 not null,
  number bigint not null
);

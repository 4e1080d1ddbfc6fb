-- contracts: needs 023
-- What all nodes need to agree on while releases run side by side.

-- The cluster version in force: nothing that came with a later one is written. It only rises.
create table cluster_version (
  the_only boolean primary key default true check (the_only),
  version integer not null,
  -- Only a release that knows this migration can work on the database. Contracting migrations raise it.
  oldest_migration integer not null,
  raised_at timestamptz
);
insert into cluster_version (version, oldest_migration) values (1, 23);

-- The processes that work on the database, with the cluster versions and the newest migration that each knows.
create table cluster_node (
  id uuid primary key,
  name text not null,
  release text not null,
  oldest integer not null,
  newest integer not null,
  migration integer not null,
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Null: it has not said that it ends.
  left_at timestamptz
);

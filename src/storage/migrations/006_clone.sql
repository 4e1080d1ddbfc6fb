-- Clones of schemas: the queue, the progress of each clone, and the remains of a failed one.

create table schema_clone (
  uuid uuid primary key default gen_random_uuid(),
  organization_id bigint not null references organization on delete cascade,
  -- Not references: the record outlives both.
  schema_id bigint not null,
  new_schema_id bigint,
  state text not null default 'CREATED' check (state in ('CREATED', 'IN_PROCESS', 'DONE', 'ERROR')),
  -- Counts of the source. Copied in this order, so that `copied` alone tells where to resume.
  sections integer not null,
  rows integer not null,
  seats integer not null,
  total integer generated always as (sections + rows + seats) stored,
  copied integer not null default 0,
  -- The clone's blocks of ids, allocated when it starts.
  first_section bigint,
  first_row bigint,
  first_seat bigint,
  -- Difference from a row's id to its copy's id; null when the rows' ids are not consecutive.
  row_shift bigint,
  -- The pricing zones when the clone started, and their copies, in the same order.
  old_zones bigint[] not null default '{}',
  new_zones bigint[] not null default '{}',
  -- Attempts since the last progress.
  attempts integer not null default 0,
  error text,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Work is left: copying, or removing the rows of a failed clone.
  is_open boolean generated always as (
    state in ('CREATED', 'IN_PROCESS') or (state = 'ERROR' and new_schema_id is not null)
  ) stored
);
create index schema_clone_open on schema_clone (created_at) where is_open;
create index schema_clone_organization on schema_clone (organization_id);

-- Rows and seats refer to their schema without a foreign key. This trigger deletes those that are left when the schema is
-- deleted, also those that a clone wrote while the deletion waited for its lock.
create function remove_layout() returns trigger language plpgsql as $$
begin
  delete from seat where schema_id = old.id;
  delete from seat_row where schema_id = old.id;
  return null;
end
$$;
create trigger schema_removed after delete on schema for each row execute function remove_layout();

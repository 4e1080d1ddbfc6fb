-- expands
-- Read-only mode: while the row is there, and its end has not come, nothing is held and no session begins. Nodes of the
-- release before do not know it.

create table service_mode (
  the_only boolean primary key default true check (the_only),
  reason text not null,
  ends_at timestamptz,
  began_at timestamptz not null default now()
);

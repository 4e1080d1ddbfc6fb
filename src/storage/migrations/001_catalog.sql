-- The catalog: who sells (tenants, organizations), where (venues, layouts) and what (events).
-- Ordinary rows, written by the HTTP layer's calls. Holds and sales are not here: the journal owns them.

create table tenant (
  id bigint generated always as identity primary key,
  name text not null,
  masked_id text not null unique,
  token_hash bytea not null unique,
  created_at timestamptz not null default now()
);

create table organization (
  id bigint generated always as identity primary key,
  tenant_id bigint not null references tenant,
  name text not null,
  type text not null default 'DEFAULT' check (type in ('DEFAULT', 'VENUE')),
  domain text,
  autologin_enabled boolean not null default false,
  append_domain_to_login boolean not null default false,
  public_key uuid not null unique,
  private_key_hash bytea not null unique,
  private_key_sealed bytea not null,
  token_hash bytea not null unique,
  token_sealed bytea not null,
  public_sessions_enabled boolean not null default false,
  sales_control_enabled boolean not null default true,
  orphan_seat_prevention boolean not null default false,
  lock_ttl_seconds integer not null default 900 check (lock_ttl_seconds > 0),
  hold_types jsonb not null default '{}',
  -- Set first when an organization is deleted; from then on all its calls are refused.
  deleting boolean not null default false,
  created_at timestamptz not null default now()
);
create index organization_tenant on organization (tenant_id);

create table venue (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  name text not null,
  address text,
  lat double precision,
  lng double precision
);
create index venue_organization on venue (organization_id);

create table schema (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  venue_id bigint references venue,
  name text not null,
  -- Seats plus places of all areas.
  capacity integer not null,
  -- False while a clone is being filled: it is hidden until it is complete.
  visible boolean not null,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now()
);
create index schema_organization on schema (organization_id);
create index schema_venue on schema (venue_id);

-- Ids of sections, rows and seats are allocated in blocks, so that a layout's seats have consecutive ids in
-- layout order and a seat's place follows from its id.
create table layout_ids (
  is_only boolean primary key default true check (is_only),
  next_section bigint not null,
  next_row bigint not null,
  next_seat bigint not null
);
insert into layout_ids (next_section, next_row, next_seat) values (1, 1, 1);

create table section (
  id bigint primary key,
  schema_id bigint not null references schema on delete cascade,
  position integer not null,
  name text not null,
  prefix text,
  seat_prefix text,
  parent_id bigint references section,
  ga boolean not null,
  capacity integer not null,
  pricing_zone_id bigint,
  guid uuid not null default gen_random_uuid(),
  external_id text,
  shapes jsonb,
  x double precision,
  y double precision,
  width double precision,
  height double precision,
  angle double precision,
  unique (schema_id, position)
);

-- No foreign keys below: they would cost as much as the rows themselves. Rows and seats are written
-- together with their schema and removed before it.
create table seat_row (
  id bigint primary key,
  schema_id bigint not null,
  section_id bigint not null,
  -- Inside the section.
  position integer not null,
  name text not null,
  x double precision not null,
  y double precision not null,
  first_index integer not null,
  seat_count integer not null,
  guid uuid not null default gen_random_uuid(),
  unique (schema_id, first_index)
);

create table seat (
  id bigint not null,
  schema_id bigint not null,
  row_id bigint not null,
  -- Dense over the schema, in layout order, consecutive inside a row.
  index integer not null,
  name text not null,
  x double precision not null,
  y double precision not null,
  accessible boolean not null,
  marked boolean not null,
  guid uuid not null default gen_random_uuid(),
  primary key (schema_id, index)
);

-- The number is part of session ids and of the journal; it is never reused.
create sequence event_number as integer;
create table event (
  number integer primary key default nextval('event_number'),
  id uuid not null unique default gen_random_uuid(),
  organization_id bigint not null references organization,
  schema_id bigint not null references schema,
  name text not null,
  -- Local date-times in canonical text form: they have nanoseconds and no zone.
  start_at text not null,
  end_at text not null,
  -- A copy of the journal's status, written by the projection.
  status text not null check (status in ('DRAFT', 'PUBLISHED', 'ARCHIVED')),
  created_at timestamptz not null default now()
);
create index event_organization on event (organization_id);
create index event_schema on event (schema_id);

-- Prices live in their event's journal; only their ids come from here.
create sequence price_id;

-- Every node caches organizations, keys and events, and listens for changes to drop stale entries.
create function announce_change() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', tg_argv[0] || ':' || old.id);
  return null;
end
$$;
create trigger tenant_changed after update or delete on tenant
  for each row execute function announce_change('tenant');
create trigger organization_changed after update or delete on organization
  for each row execute function announce_change('organization');
create trigger event_changed after update or delete on event
  for each row execute function announce_change('event');

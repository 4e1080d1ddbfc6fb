-- Series: events made one by one from a template, at most one for each start.

create table series (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  -- No references: an archived series creates no more events and outlives its template and its layout. Before that, the
  -- service refuses to remove or move the template, and the template's event keeps the layout.
  schema_id bigint not null,
  template_number integer not null,
  template_id uuid not null,
  name text not null,
  -- A name of the IANA database.
  time_zone text not null,
  status text not null default 'ACTIVE' check (status in ('ACTIVE', 'PAUSED', 'ARCHIVED')),
  created_at timestamptz not null default now()
);
create index series_organization on series (organization_id);
create index series_template on series (template_number) where status <> 'ARCHIVED';

alter table event add column series_id bigint references series;
-- Starts are kept in canonical form. Events outside a series have null here, which equals nothing.
alter table event add constraint event_series_start unique (series_id, start_at);

-- Members of a taken seat that reads of many events show without asking the events.
alter table seat_booking add column price_name text;
alter table seat_booking add column properties text;

-- Series: events made one by one from a template, at most one for each start.

create table series (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  -- No references: an archived series makes nothing any more and outlives its template and its layout. Until then it keeps
  -- the template where it is, and the template keeps the layout.
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

-- What a read of many events shows of a taken seat, so that it need not ask them.
alter table seat_booking add column price_name text;
alter table seat_booking add column properties text;

-- A layout changes by versions. Rows of removed items stay: events refer to seats and areas by index indefinitely, and an
-- index is never reused. since_version 0: in the first layout; removed_version null: not removed.

alter table schema add column layout_version integer not null default 0;

alter table section add column since_version integer not null default 0;
alter table section add column removed_version integer;
-- Places of an area when it was made, once it has got another number.
alter table section add column first_capacity integer;
alter table section add column type text;

-- From here on `first_index` of a row that is added later is no index: a number of its own, higher than those before.
alter table seat_row add column since_version integer not null default 0;
alter table seat_row add column removed_version integer;
-- The nouns for rows and seats in this row.
alter table seat_row add column row_noun text not null default 'Row';
alter table seat_row add column seat_noun text not null default 'Seat';

alter table seat add column since_version integer not null default 0;
alter table seat add column removed_version integer;
-- Inside the row; null in a row that was never changed: its seats are ordered by index.
alter table seat add column position integer;
alter table seat add column ax double precision;
alter table seat add column ay double precision;
alter table seat add column angle double precision;
alter table seat add column hidden boolean not null default false;

-- Shapes that are drawn but cannot be booked.
create table layout_shape (
  id bigint generated always as identity primary key,
  schema_id bigint not null references schema on delete cascade,
  section_id bigint references section on delete cascade,
  guid uuid not null default gen_random_uuid(),
  type text not null,
  shape_type text,
  purpose text not null check (purpose in ('OBJECT', 'UNDERLAY', 'GA', 'OUTLINE')),
  "left" double precision not null,
  top double precision not null,
  width double precision,
  height double precision,
  angle double precision,
  "order" double precision not null,
  text text,
  fill text,
  rest jsonb not null default '{}'
);
create index layout_shape_schema on layout_shape (schema_id);
create index layout_shape_section on layout_shape (section_id) where section_id is not null;

-- True: sessions and locks lose the removed item. False: they keep it until they release it.
alter table section add column removal_forced boolean not null default false;
alter table seat add column removal_forced boolean not null default false;

-- Notifies live events of the schema's new layout.
create trigger layout_changed after update of layout_version on schema
  for each row execute function announce_change('layout');

-- Pricing zones: named parts of a layout, to price many seats and areas at once. A zone is assigned for every event of
-- its schema. The zone of a seat is a column of the seat: it is copied and removed with it.

create table pricing_zone (
  id bigint generated always as identity primary key,
  schema_id bigint not null references schema on delete cascade,
  name text not null,
  -- Checked when a statement ends, so that zones can swap their names in one call.
  constraint pricing_zone_name unique (schema_id, name) deferrable
);

alter table seat add column pricing_zone_id bigint;

-- Number of the area's places that its zone sells; null: all that are free at that time.
alter table section add column zone_active_count integer;

-- Without it, removing a section would scan all sections.
create index section_parent on section (parent_id) where parent_id is not null;

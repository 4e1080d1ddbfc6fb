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

-- How many places of the area its zone is to sell; null: all that are free then.
alter table section add column zone_active_count integer;

-- Without it every section that is removed would cost a look at all of them.
create index section_parent on section (parent_id) where parent_id is not null;

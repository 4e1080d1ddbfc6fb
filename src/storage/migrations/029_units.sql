-- expands
-- Units: tables, boxes, booths. `units`: those of the layout's present version as `src/domain/units/unit.ts` has them; null: none. Ids
-- are of one sequence, so that an event whose layout is replaced by a clone finds its units again. Nodes of the release before
-- book their seats one by one, and make clones without units.

alter table schema add column units jsonb;
create sequence unit_id;

-- expands
-- Data of reports beside the rows of the projection. Nodes of the release before write the rows without it, so it is
-- written from cluster version 2 on: then `is_reported` says that the event has all of it.

-- The offer: prices, allotments and units by seat, as `src/domain/reports/offer-image.ts` has them.
create table event_offer (
  event_number integer primary key,
  body text not null
);
alter table event_projection add column is_reported boolean not null default false;
-- What the cart does not tell of the places that the session has, by area, each as JSON in a string: jsonb refuses NUL.
-- Null: the cart tells all.
alter table session_record add column owned jsonb;
-- The price that a seat of no session has captured, or costs now.
alter table seat_booking add column capture text;
-- `src/domain/reports/area-parts.ts`.
alter table area_booking add column parts text;

-- The journal: what has happened to events, who may write it, and what is read from it.
-- No foreign keys: the hot path would pay for them. Deleting an event deletes by its number, event_owner first.

-- Who may write an event. Made with the event. Nothing that changes is indexed, so that every update stays on its page.
create table event_owner (
  event_number integer primary key,
  epoch bigint not null,
  -- Of one activation; null until the first.
  token uuid,
  node text,
  head_seq bigint not null
) with (fillfactor = 50);

-- One row per batch of an event's actor, from 1 without gap. `facts` is text: it is only ever read whole.
create table journal (
  event_number integer not null,
  seq bigint not null,
  epoch bigint not null,
  token uuid,
  -- Actor time, milliseconds since 1970.
  at bigint not null,
  format smallint not null,
  facts text not null,
  primary key (event_number, seq)
);

-- A state to start a replay from, in slices. Part 0 is written last: without it the others do not count.
create table snapshot (
  event_number integer not null,
  seq bigint not null,
  id uuid not null,
  part integer not null,
  checksum bigint not null,
  body text,
  bytes bytea,
  primary key (event_number, seq, id, part)
);
-- Compressing would take longer than everything else together.
alter table snapshot alter column body set storage external;
alter table snapshot alter column bytes set storage external;

-- How far the tables below have got, and when the event next needs an actor.
create table event_projection (
  event_number integer primary key,
  projected_seq bigint not null,
  -- Actor time, milliseconds since 1970.
  next_deadline bigint
) with (fillfactor = 50);
create index event_projection_deadline on event_projection (next_deadline) where next_deadline is not null;

create table session_record (
  event_number integer not null,
  -- Counts sessions and locks of the event: newer ones are higher.
  ordinal integer not null,
  id uuid not null unique,
  state text not null,
  -- As in JSON, without the quotes: a NUL or half a surrogate pair cannot be stored otherwise.
  reference text,
  -- JSON as text: jsonb refuses NUL, and both are only read whole.
  properties text,
  cart text not null,
  cart_size integer not null,
  total_cents bigint not null,
  created_at bigint not null,
  deadline bigint,
  seq bigint not null,
  primary key (event_number, ordinal)
);
create index session_record_state on session_record (event_number, state, ordinal);
create index session_record_reference on session_record (event_number, reference, ordinal) where reference is not null;

-- Seats that are not ACTIVE.
create table seat_booking (
  event_number integer not null,
  seat integer not null,
  state text not null,
  -- A session's ordinal, a private lock's negated, or 0.
  owner integer not null,
  hold_type text,
  price_id bigint,
  primary key (event_number, seat)
);

create table area_booking (
  event_number integer not null,
  area integer not null,
  available integer not null,
  held integer not null,
  locked integer not null,
  blocked integer not null,
  sold integer not null,
  price_id bigint,
  primary key (event_number, area)
);

-- Events whose journal could not be replayed: nobody takes them over until an operator has looked.
create table parked_event (
  event_number integer primary key,
  reason text not null,
  at timestamptz not null default now()
);

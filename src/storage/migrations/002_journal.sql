-- The journal: the facts of events, the right to write them, and the projection for reads.
-- No foreign keys: the hot path would pay for them. Deleting an event deletes by its number, event_owner first.

-- The owner of an event's journal; created with the event. No changing column is indexed, so every update can be HOT.
create table event_owner (
  event_number integer primary key,
  epoch bigint not null,
  -- Random for each activation; null until the first one.
  token uuid,
  node text,
  head_seq bigint not null
) with (fillfactor = 50);

-- One row per batch of an event's actor, from 1 without gap. `facts` is text: it is always read whole.
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

-- A state to start a replay from, in parts. Part 0 is written last: without it the snapshot is not valid.
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
-- No compression: it would take longer than everything else together.
alter table snapshot alter column body set storage external;
alter table snapshot alter column bytes set storage external;

-- How far the projection in the tables below has come, and the event's next deadline.
create table event_projection (
  event_number integer primary key,
  projected_seq bigint not null,
  -- Actor time, milliseconds since 1970.
  next_deadline bigint
) with (fillfactor = 50);
create index event_projection_deadline on event_projection (next_deadline) where next_deadline is not null;

create table session_record (
  event_number integer not null,
  -- Number of the session among the event's sessions and locks; newer ones are higher.
  ordinal integer not null,
  id uuid not null unique,
  state text not null,
  -- JSON-escaped, without the quotes: a NUL or a lone surrogate cannot be stored otherwise.
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

-- Events whose journal could not be replayed: no node takes them over until an operator unparks them.
create table parked_event (
  event_number integer primary key,
  reason text not null,
  at timestamptz not null default now()
);

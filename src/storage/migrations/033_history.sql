-- expands
-- The history of seats and areas: who changed their state, when. Written by the projection, many records at once. Nodes of the
-- release before write none: the history of an event that they have had begins when a node of this release loads it.

-- Every change after record `begin_seq` up to record `to_seq` is in `history_block`. No row: nothing is stored yet.
create table event_history (
  event_number integer primary key,
  begin_seq bigint not null,
  to_seq bigint not null
);

-- The changes of a block after record `after_seq` up to record `to_seq`, as `src/domain/history/history-block.ts` writes them.
-- A block has 1,024 seats or, below 0, one area. Rows of successive owners may overlap; what they have in common is the same.
create table history_block (
  event_number integer not null,
  block integer not null,
  after_seq bigint not null,
  to_seq bigint not null,
  entries bytea not null,
  primary key (event_number, block, to_seq)
);

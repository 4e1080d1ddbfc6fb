-- expands
-- The changes of a row, compressed: `src/storage/feed/packed-changes.ts`. Written from cluster version 2 on, because nodes of the
-- release before read `changes` alone. One of the two is null.
alter table feed_batch add column packed bytea;
alter table feed_batch alter column packed set storage external;
alter table feed_batch alter column changes drop not null;

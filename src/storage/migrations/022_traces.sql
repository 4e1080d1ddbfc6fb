-- The traces of the calls that made the changes of a row, in the order of the changes, separated by tabs; empty where a
-- call had none. Null: no call had one. A trace ends with its last change that has one.
alter table feed_batch add column traces text;

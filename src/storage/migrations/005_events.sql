-- The journal record that the status comes from, so that a late writer cannot restore an older status.
alter table event add column status_seq bigint not null default 1;

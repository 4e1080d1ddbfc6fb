-- The record up to which the status is that of the journal: a late writer cannot put an older one back.
alter table event add column status_seq bigint not null default 1;

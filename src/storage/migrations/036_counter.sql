-- expands
-- Whether the organization has opened the session at its counter. Nodes of the release before write none of these.
alter table session_record add column counter boolean not null default false;
create index session_record_counter on session_record (event_number, ordinal) where counter;

-- Additional columns of the editor interface, and the notification of other nodes when a login ends.

alter table schema add column description text;
-- A label for the editor's users; it has no effect.
alter table schema add column draft boolean not null default false;
-- Default capacity of an area that is drawn without one; null: none.
alter table schema add column ga_capacity integer;

-- Members of a section that only the editor uses.
alter table section add column editor_rest jsonb not null default '{}';

create trigger login_changed after update or delete on login
  for each row execute function announce_change('login');

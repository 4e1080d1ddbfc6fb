-- What the editor interface keeps beside a layout, and how other nodes hear that a login has ended.

alter table schema add column description text;
-- A label for those who draw: nothing depends on it.
alter table schema add column draft boolean not null default false;
-- Places of an area that is drawn without a number of its own; null: none.
alter table schema add column ga_capacity integer;

-- What editors keep of a section beyond what the service knows.
alter table section add column editor_rest jsonb not null default '{}';

create trigger login_changed after update or delete on login
  for each row execute function announce_change('login');

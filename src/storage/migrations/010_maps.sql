-- Every node remembers which layouts it shows in public, and listens for what to look up again.
create trigger schema_changed after update or delete on schema
  for each row execute function announce_change('schema');

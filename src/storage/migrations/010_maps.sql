-- Every node caches the public layouts, and listens for changes to drop stale entries.
create trigger schema_changed after update or delete on schema
  for each row execute function announce_change('schema');

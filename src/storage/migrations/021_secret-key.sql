-- Which secret key this database belongs to.

create table secret_key (
  the_only boolean primary key default true check (the_only),
  -- `1:` and an HMAC-SHA256 of a constant with the key, in hex.
  fingerprint text not null,
  -- Sealed with the key: JSON of the keys before it and of the events that existed when each was replaced. Null: none.
  former bytea
);

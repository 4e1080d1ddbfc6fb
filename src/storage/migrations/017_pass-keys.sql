-- Keys that verify an organization's passes: a secret that both sides have, or the public half of a key pair.

create table pass_key (
  organization_id bigint not null references organization on delete cascade,
  kid text not null,
  algorithm text not null check (algorithm in ('HS256', 'ES256', 'EdDSA')),
  -- Sealed; of HS256 only.
  secret bytea,
  -- JSON Web Key; of the others.
  public_key jsonb,
  -- From then on the key verifies nothing; null: never.
  valid_until timestamptz,
  created_at timestamptz not null,
  primary key (organization_id, kid),
  check ((secret is null) = (public_key is not null) and (secret is null) = (algorithm <> 'HS256'))
);

create function announce_pass_key() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'pass-key:' || coalesce(new.organization_id, old.organization_id));
  return null;
end
$$;
create trigger pass_key_changed after insert or update or delete on pass_key
  for each row execute function announce_pass_key();

-- Webhooks: receivers that an organization names for its changes, how far each has been told, and every delivery.
-- Pending retries are jobs of the library pg-boss, in a database schema of its own.

create table webhook (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization,
  url text not null,
  -- Empty: every type.
  types text[] not null,
  description text,
  enabled boolean not null,
  -- Sealed. The former secret signs too until `former_secret_until`.
  secret bytea not null,
  former_secret bytea,
  former_secret_until timestamptz,
  created_at timestamptz not null
);
create index webhook_organization on webhook (organization_id);

-- How far a webhook has read its organization's changes. A table of its own: it moves many times a second, and nobody
-- is notified.
create table webhook_position (
  webhook_id bigint primary key references webhook on delete cascade,
  cursor text not null
) with (fillfactor = 50);

-- No foreign key: it would cost as much as the row, and rows are removed before their webhook.
create table webhook_delivery (
  id bigint generated always as identity primary key,
  webhook_id bigint not null,
  change_id text not null,
  type text not null,
  -- A cursor before the change: reading on from it finds the change among the first hundred of its type.
  read_from text not null,
  state text not null check (state in ('PENDING', 'DELIVERED', 'DEAD')),
  attempts integer not null,
  last_status integer,
  last_error text,
  -- While PENDING: when the next attempt is due, and the job that makes it. Another job finds that it is out of date.
  next_attempt_at timestamptz,
  job_id uuid,
  created_at timestamptz not null,
  unique (webhook_id, change_id)
);
create index webhook_delivery_pending on webhook_delivery (webhook_id, next_attempt_at) where state = 'PENDING';
create index webhook_delivery_dead on webhook_delivery (webhook_id, id) where state = 'DEAD';
create index webhook_delivery_webhook on webhook_delivery (webhook_id, id);

create function announce_webhook() returns trigger language plpgsql as $$
begin
  perform pg_notify('catalog', 'webhook:' || coalesce(new.id, old.id));
  return null;
end
$$;
create trigger webhook_changed after insert or update or delete on webhook
  for each row execute function announce_webhook();

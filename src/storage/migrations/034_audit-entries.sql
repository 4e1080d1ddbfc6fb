-- expands
-- The audit: what people and keys have changed outside of booking. Entries are added; nothing changes them but the outcome, once, and
-- nothing deletes them but their age and the removal of their organization. Nodes of the release before write none.

create table audit_entry (
  id bigint generated always as identity primary key,
  organization_id bigint not null references organization on delete cascade,
  at timestamptz not null default clock_timestamp(),
  -- As `src/domain/author.ts` has it.
  author text not null,
  address text,
  operation text not null,
  -- Method and path with its ids, without the query.
  target text not null,
  event_id uuid,
  request_id text not null,
  -- What there was, and what there is since: without secrets and without what tells of buyers.
  before jsonb,
  after jsonb,
  -- The status of the answer; null: the process ended before the answer was known.
  status integer,
  is_repeated boolean not null default false
);
create index audit_entry_page on audit_entry (organization_id, id desc);
create index audit_entry_age on audit_entry (at);

create function keep_audit_entry() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    -- A deletion that follows from another table's comes from inside its trigger.
    if pg_trigger_depth() > 1 or current_setting('usher.trims_audit', true) = 'yes' then return old; end if;
  elsif old.status is null and (new.id, new.organization_id, new.at, new.author, new.operation, new.target, new.request_id)
      = (old.id, old.organization_id, old.at, old.author, old.operation, old.target, old.request_id)
      and new.before is not distinct from old.before and new.address is not distinct from old.address
      and new.event_id is not distinct from old.event_id then
    return new;
  end if;
  raise exception 'entries of the audit are not changed and not deleted';
end
$$;
create trigger audit_entry_kept before update or delete on audit_entry for each row execute function keep_audit_entry();

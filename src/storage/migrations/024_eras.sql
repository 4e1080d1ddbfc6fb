-- contracts: needs 024
-- The eras of the feed. A database that is restored to an earlier moment forgets changes that readers have seen. It
-- begins a new era, so that their cursors are recognized, and so that no change gets the id of a forgotten one.

update cluster_version set oldest_migration = 24;

-- The timeline of PostgreSQL rises with every recovery to a moment and every promotion of a standby.
create function present_timeline() returns integer language sql volatile as $$
  select ('x' || left(pg_walfile_name(pg_current_wal_insert_lsn()), 8))::bit(32)::integer
$$;

-- Where the present era began: the server that wrote the database's files first, and its timeline.
alter table feed_era add column system bigint, add column timeline integer;
update feed_era set system = (select system_identifier from pg_control_system()), timeline = present_timeline();

create table ended_era (
  era integer primary key,
  -- Transactions of the era are below it.
  end_xid xid8 not null,
  ended_at timestamptz not null default now()
);
-- Eras that earlier versions have ended: they counted by ones, and did not record where.
insert into ended_era (era, end_xid)
select past, '18446744073709551615'::xid8 from feed_era, generate_series(1, era - 1) as past;

-- The era of a row that is written now. On a timeline on which no era has begun yet nothing is written: the error says
-- that the server is not ready, and writers try again.
create function present_era() returns integer language plpgsql volatile as $$
declare
  found integer;
begin
  select era into found from feed_era where timeline = present_timeline();
  if found is null then
    raise exception 'the feed has no era on this timeline yet' using errcode = 'cannot_connect_now';
  end if;
  return found;
end
$$;

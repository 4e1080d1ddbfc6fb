/** What is stored, to compare before and after a request. */
import { sql } from 'slonik';
import type { TestService } from './service.ts';

/** All data that a request could have changed, without the data that the service writes in the background. */
export async function storedData({ catalog }: TestService): Promise<string> {
  const row = await catalog.pool.one(sql.unsafe`
    with organizations as (select * from organization where not deleting),
      schemas as (select * from schema where visible and organization_id in (select id from organizations)),
      events as (select * from event where organization_id in (select id from organizations))
    select
      (select sum(head_seq) from event_owner where event_number in (select number from events))::text as facts,
      (select md5(string_agg(one::text, '|' order by id)) from organizations one) as organizations,
      (select md5(string_agg(one::text, '|' order by id)) from events one) as events,
      (select md5(string_agg(one::text, '|' order by id)) from schemas one) as schemas,
      (select md5(string_agg(one::text, '|' order by id)) from series one
        where organization_id in (select id from organizations)) as series,
      (select md5(string_agg(one::text, '|' order by id)) from venue one
        where organization_id in (select id from organizations)) as venues,
      (select md5(string_agg(one::text, '|' order by id)) from pricing_zone one
        where schema_id in (select id from schemas)) as zones,
      (select md5(string_agg(one::text, '|' order by id)) from section one
        where schema_id in (select id from schemas)) as sections,
      (select count(*) || ' ' || coalesce(sum(pricing_zone_id), 0) from seat where schema_id in (select id from schemas)) as seats,
      (select md5(string_agg(one::text, '|' order by id)) from layout_shape one
        where schema_id in (select id from schemas)) as shapes,
      (select md5(string_agg(one::text, '|' order by id)) from webhook one
        where organization_id in (select id from organizations)) as webhooks,
      (select md5(string_agg(one::text, '|' order by organization_id, kid)) from pass_key one
        where organization_id in (select id from organizations)) as pass_keys,
      (select md5(string_agg(one::text, '|' order by id)) from account one) as accounts,
      (select md5(string_agg(one::text, '|' order by id)) from (
        select id, account_id, organization_id, role, events from membership
      ) one) as people,
      (select md5(string_agg(one::text, '|' order by account_id)) from invitation one) as invitations,
      (select count(*) from login where organization_id in (select id from organizations))::text as logins,
      (select count(*) from schema_clone where organization_id in (select id from organizations))::text as clones
  `);
  return JSON.stringify(row);
}

/** The types of the last journaled facts. A refusal is journaled too if the request has an Idempotency-Key. */
export async function lastFacts({ catalog }: TestService): Promise<string> {
  const facts = await catalog.pool.oneFirst(sql.unsafe`
    select facts from journal where event_number = (select min(number) from event) order by seq desc limit 1
  `);
  return JSON.parse(String(facts))
    .map(({ type }: { type: string }) => type)
    .join();
}

-- The event of each price id, for calls that name only a price. The event itself decides whether the price exists.

create table price_event (
  price_id bigint primary key,
  event_number integer not null
);
create index price_event_event on price_event (event_number);

insert into price_event (price_id, event_number)
select distinct (price ->> 'id')::bigint, event_number
from (
  select event_number, json_array_elements(facts::json) as fact from journal where facts like '%"prices-defined"%'
) as defining, json_array_elements(fact -> 'prices') as price
where fact ->> 'type' = 'prices-defined'
on conflict do nothing;

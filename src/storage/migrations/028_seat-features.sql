-- What a seat is or has: a set of bits in the order of `src/domain/layout/seat-features.ts`. Nodes of the release before
-- write seats without any.

alter table seat add column features smallint not null default 0;

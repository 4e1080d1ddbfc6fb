-- expands
-- Accessible seats. `features`: what a seat is or has, a set of bits in the order of `src/domain/layout/seat-features.ts`.
-- `accessibility_profile`: the rules by which an organization may release places that are kept for those who need them;
-- null: none. Nodes of the release before write seats without features, and know no profile.

-- In the order in which calls lock them: a new layout refers to its organization before it writes seats.
alter table organization add column accessibility_profile text check (accessibility_profile in ('US'));
alter table seat add column features smallint not null default 0;

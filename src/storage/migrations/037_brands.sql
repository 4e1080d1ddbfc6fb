-- expands
-- The brand of an organization, as `src/storage/catalog/brands.ts` has it: what the pages of its buyers show of it. Null: none.
-- Nodes of the release before leave it out.

alter table organization add column brand jsonb;

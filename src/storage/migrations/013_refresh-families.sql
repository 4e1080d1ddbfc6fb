-- One row of login is a family: the tokens that descend from one login, of which only the newest pair is valid. Spent
-- refresh tokens are remembered, so that a second use is detected.

-- How many refresh tokens of the family have been used.
alter table login add column generation integer not null default 0;

create table spent_refresh_token (
  hash bytea primary key,
  login_id bigint not null references login on delete cascade,
  -- The login's generation while the token was good.
  generation integer not null,
  spent_at timestamptz not null default now()
);
create index spent_refresh_token_login on spent_refresh_token (login_id, generation);

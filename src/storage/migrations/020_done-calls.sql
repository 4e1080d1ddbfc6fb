-- What a call whose effect cannot share the transaction of its record has committed: a repetition finishes it from here.

alter table idempotency_key add column done text;

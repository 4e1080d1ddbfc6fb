/** The facts of an organization's calls carry who asked; those of buyers and of the time carry nobody. */
import type { Command } from '#domain/command.ts';
import type { Fact } from '#domain/fact.ts';
import { EventDriver, organizationId, selectionOf } from '../support/event-driver.ts';

const by = 'ACCOUNT:17';
const key = { keyHash: 'a key', bodyHash: 'a body' };

/** What the last command wrote: the types of its facts, and their authors. */
function written(driver: EventDriver): readonly (readonly [string, string | undefined])[] {
  return driver.records.at(-1)?.facts.map((fact) => [fact.type, fact.by] as const) ?? [];
}

const sale: Command = {
  kind: 'sell-seats',
  selection: { ...selectionOf([103]), holdType: null, label: null },
  key,
  by,
};

test('a private sale carries its author, and its remembered answer does not repeat it', () => {
  const driver = new EventDriver();
  driver.ask(sale);
  expect(written(driver)).toEqual([
    ['sold', by],
    ['answered', undefined],
  ]);
});

test('what buyers do carries nobody; the confirm and the release of their session carry the account', () => {
  const driver = new EventDriver();
  driver.lock(driver.create(), [101]);
  expect(written(driver)).toEqual([['held', undefined]]);
  driver.ask({ kind: 'checkout-session', sessionId: 's1', selection: selectionOf([]) });
  const body = { reference: null, properties: null };
  driver.ask({ kind: 'confirm-session', organizationId, sessionId: 's1', body, by });
  expect(written(driver)).toEqual([['confirmed', by]]);
  driver.ask({ kind: 'release-session', organizationId, sessionId: 's1', by: 'KEY:private-key' });
  expect(written(driver)).toEqual([['released', 'KEY:private-key']]);
});

test('an expiry carries nobody, also of a lock that an account has made', () => {
  const driver = new EventDriver();
  driver.ask({ ...sale, kind: 'lock-seats', key: null });
  expect(written(driver)).toEqual([['locked', by]]);
  driver.now += driver.policy.lockMs;
  driver.sweep();
  expect(written(driver)).toEqual([['lock-expired', undefined]]);
});

test('an admission does not keep the author as one of its settings', () => {
  const driver = new EventDriver();
  const admission = {
    mode: 'OPEN',
    opensAt: null,
    ratePerMinute: 7,
    activeSessionsMax: null,
    claimSeconds: 60,
  } as const;
  driver.ask({ kind: 'set-admission', admission, seed: { seed: '', seedHash: '' }, by });
  expect(written(driver)).toEqual([['admission-set', by]]);
  expect(driver.state.admission).toEqual(admission);
});

test('until the upgrade is finalized facts carry nobody, so that the release before can read them', () => {
  const driver = new EventDriver();
  driver.policy = { ...driver.policy, clusterVersion: { current: 1, newest: 2 } };
  driver.ask(sale);
  const facts: readonly Fact[] = driver.records.at(-1)?.facts ?? [];
  expect(facts.map(({ type }) => type)).toEqual(['sold', 'answered']);
  expect(written(driver)).toContainEqual(['sold', undefined]);
});

/** Codes of a checkout over HTTP: made by the buyer's page, exchanged once by the organization's server. */
import { ask, calls, seat, service, show, useHall } from '../../support/hall.ts';
import { outcomeOf, publicPrefix, succeeded } from '../../support/session-calls.ts';

useHall();

const exchange = (code: string, token?: string) =>
  ask('POST', `/api/private/v2.0/checkout-codes/${code}`, undefined, token);
const makeCode = (id: string) =>
  service.call('POST', `${publicPrefix}${id}/checkout-code/`, {
    headers: { 'Idempotency-Key': `code of ${id}`.replaceAll(' ', '-') },
  });

async function checkedOut(): Promise<string> {
  const id = await calls.open([seat(0)]);
  succeeded(await calls.checkout(id));
  return id;
}

test('a code is exchanged for the session, once', async () => {
  const id = await checkedOut();
  const { code, expiresAt } = succeeded(await makeCode(id)).body;
  expect(Date.parse(expiresAt) - service.clock.now()).toBe(600_000);
  expect(code).toMatch(/^[\w-]{43}$/);
  const answer = succeeded(await exchange(code));
  expect(answer.body).toEqual({ id, eventId: show.eventId, state: 'PENDING_PAYMENT' });
  expect(outcomeOf(await exchange(code))).toBe('404 ENTITY_NOT_FOUND');
});

test('of two servers that exchange a code at once one gets the session', async () => {
  const { code } = succeeded(await makeCode(await checkedOut())).body;
  const outcomes = (await Promise.all([exchange(code), exchange(code), exchange(code)])).map(({ status }) => status);
  expect(outcomes.toSorted()).toEqual([200, 404, 404]);
});

test('a session has one code until it is used or over, and a confirmed session has one too', async () => {
  const id = await checkedOut();
  const first = succeeded(await makeCode(id)).body;
  succeeded(await calls.confirm(id, { reference: 'ORDER-1' }));
  service.clock.advance(1_000);
  expect(succeeded(await makeCode(id)).body).toEqual(first);
  await service.restart();
  expect(succeeded(await exchange(first.code)).body).toMatchObject({ id, state: 'CONFIRMED' });
  const second = succeeded(await makeCode(id)).body;
  expect(second.code).not.toBe(first.code);
  expect(outcomeOf(await exchange(first.code))).toBe('404 ENTITY_NOT_FOUND');
  service.clock.advance(600_000);
  expect(succeeded(await makeCode(id)).body.code).not.toBe(second.code);
  expect(outcomeOf(await exchange(second.code))).toBe('404 ENTITY_NOT_FOUND');
});

test('a code ends after ten minutes', async () => {
  const { code } = succeeded(await makeCode(await checkedOut())).body;
  service.clock.advance(600_000);
  expect(outcomeOf(await exchange(code))).toBe('404 ENTITY_NOT_FOUND');
});

test('only a session that is checked out has a code', async () => {
  const id = await calls.open([seat(0)]);
  expect(outcomeOf(await makeCode(id))).toBe('409 SESSION_NOT_CHECKED_OUT');
  succeeded(await calls.cancel(id));
  expect(outcomeOf(await makeCode(id))).toBe('409 SESSION_NOT_CHECKED_OUT');
  expect(outcomeOf(await makeCode(show.eventId))).toBe('404 ENTITY_NOT_FOUND');
});

test('no other organization can use the code, and trying does not spend it', async () => {
  const { code } = succeeded(await makeCode(await checkedOut())).body;
  expect(outcomeOf(await exchange(code, service.catalog.other.token))).toBe('404 ENTITY_NOT_FOUND');
  expect(outcomeOf(await exchange('none'))).toBe('404 ENTITY_NOT_FOUND');
  expect((await exchange(code)).status).toBe(200);
});

test('a buyer reads the reference of a confirmed order, and of no other', async () => {
  const id = await checkedOut();
  const read = () => service.call('GET', `${publicPrefix}${id}/reference/`);
  expect(succeeded(await read()).body).toEqual({ reference: null });
  succeeded(await calls.confirm(id, { reference: 'ORDER-1' }));
  expect(succeeded(await read()).body).toEqual({ reference: 'ORDER-1' });
  expect(succeeded(await calls.get(id)).body).not.toHaveProperty('reference');
  succeeded(await calls.release(id));
  expect(succeeded(await read()).body).toEqual({ reference: null });
  expect(outcomeOf(await service.call('GET', `${publicPrefix}none/reference/`))).toBe('404 ENTITY_NOT_FOUND');
});

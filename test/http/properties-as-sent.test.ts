/** Properties of sessions and seats are answered byte for byte as they were sent, by every read. */
import { calls, seat, service, show, useHall } from '../support/hall.ts';
import { outcomeOf, privatePrefix, succeeded } from '../support/session-calls.ts';

const odd =
  '{"order":12345678901234567890,"fee":0.10000000000000000000001,"rate":1.50,"10":1,"9":2,"__proto__":{"x":-0},"text":"é\\n"}';

useHall({ once: true });

async function textOf(path: string, at = service): Promise<string> {
  const response = await fetch(`${at.url}${path}`, { headers: { 'X-API-Key': at.catalog.organization.token } });
  expect(response.status).toBe(200);
  return response.text();
}

async function frozen(index: number): Promise<string> {
  const id = await calls.open([seat(index)]);
  succeeded(await calls.checkout(id));
  return id;
}

const assignmentsPath = (): string => `/api/private/v2.0/event/${show.eventId}/prices/assignments/`;

describe('the properties of a session', () => {
  test('are shown unchanged by every read, after a replacement and after a restart', async () => {
    const id = await frozen(0);
    succeeded(await calls.confirm(id, `{"reference":"R","properties": ${odd.replaceAll(',', ' , ')} }`));
    const byReference = `${assignmentsPath()}?reference=R`;
    for (const path of [`${privatePrefix}${id}`, byReference]) {
      expect(await textOf(path)).toContain(`"properties":${odd}`);
    }
    const next = `{"n":${'9'.repeat(400)}e-200,"properties":[1.0]}`;
    succeeded(await calls.replaceProperties(id, next));
    const later = await service.restart();
    for (const path of [`${privatePrefix}${id}`, byReference]) {
      expect(await textOf(path, later)).toContain(`"properties":${next}`);
    }
  });

  test.each([
    ['{"n":1e400}', '400 VALIDATION_FAILED'],
    [`{"a":${'['.repeat(100)}${']'.repeat(100)}}`, '400 VALIDATION_FAILED'],
    [`{"a":${'['.repeat(99)}${']'.repeat(99)}}`, '200'],
    [`{"a":"${'x'.repeat(16 * 1024)}"}`, '400 PROPERTIES_TOO_LARGE'],
    ['{"a":"\\u0000"}', '400 VALIDATION_FAILED'],
    ['{"a":nul}', '400 MALFORMED_REQUEST'],
    ['[]', '400 VALIDATION_FAILED'],
    ['null', '400 VALIDATION_FAILED'],
  ])('%.40s are answered alike by confirm and by the replacement', async (sent, outcome) => {
    const id = await frozen(1);
    const isNone = sent === 'null';
    expect(outcomeOf(await calls.confirm(id, `{"properties":${sent}}`))).toBe(isNone ? '200' : outcome);
    if (!isNone && outcome !== '200') succeeded(await calls.confirm(id));
    expect(outcomeOf(await calls.replaceProperties(id, sent))).toBe(outcome);
    succeeded(await calls.release(id));
  });
});

describe('the properties of a seat', () => {
  test('are shown unchanged, also after a restart', async () => {
    const key = service.catalog.organization.token;
    const line = `{"objectId":${seat(6)},"assignmentId":${show.prices[0]},"properties":${odd}}`;
    succeeded(await service.call('POST', assignmentsPath(), { key, body: `{"seats":[${line}]}` }));
    expect(await textOf(assignmentsPath())).toContain(`"properties":${odd}`);
    expect(await textOf(assignmentsPath(), await service.restart())).toContain(`"properties":${odd}`);
  });

  test('are answered unchanged in a failed line of v1', async () => {
    const response = await fetch(`${service.url}/api/private/v1.0/assignments/?id=${show.eventId}`, {
      method: 'POST',
      headers: { 'X-API-Key': service.catalog.organization.token, 'Content-Type': 'application/json' },
      body: `[{"compositeKey":"nowhere","price":1,"properties":${odd}},{"compositeKey":"no","price":2}]`,
    });
    expect(await response.text()).toBe(
      `[{"capacity":null,"compositeKey":"nowhere","price":1,"properties":${odd}},` +
        '{"capacity":null,"compositeKey":"no","price":2,"properties":null}]',
    );
  });
});

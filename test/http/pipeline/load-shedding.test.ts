/** Load shedding over HTTP: calls that their event would refuse are refused before their bodies are read. */

import { z } from 'zod';
import { Fault } from '#actors/fault.ts';
import { type Problem, problemOfFault } from '#http/pipeline/problem.ts';
import { type PublicSessionDeps, publicSessions } from '#http/public-v2/sessions.ts';
import { SessionIdMint } from '#http/sessions/session-ids.ts';
import { onlyKey } from '#storage/database/sealed.ts';
import { sampleRoute as route } from '../../support/sample-route.ts';
import { serveSample } from '../../support/sample-service.ts';

const crowded = problemOfFault(new Fault('UNAVAILABLE', 'Too many wait.', 2));
const path = '/api/public/v2.0/session/{id}/lock';
/** Small enough for one packet, and too large for it: the second is read by Node's HTTP. */
const bodies = ['{"seats": no json', `"${'x'.repeat(100_000)}"`];

describe('a call whose event has too many callers', () => {
  test.each(bodies)('is refused without its body, and its connection goes on: %#', async (body) => {
    let refusal: Problem | null = crowded;
    const handled: unknown[] = [];
    const handle = async ({ params }: { readonly params: unknown }) => {
      handled.push(params);
      return { status: 200, body: 'done' };
    };
    const asked: unknown[] = [];
    const shed = (params: Readonly<Record<string, string>>) => {
      asked.push(params);
      return refusal;
    };
    const more = { shed, body: z.unknown(), params: z.object({ id: z.string() }) };
    await using service = await serveSample([route('POST', path, handle, more)]);
    const call = (sent: string) =>
      fetch(`${service.url}/api/public/v2.0/session/a%20b/lock`, { method: 'POST', body: sent });
    const answer = await call(body);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '2']);
    expect(answer.headers.get('access-control-allow-origin')).toBe('*');
    expect(await answer.json()).toMatchObject({
      errorCode: 'UNAVAILABLE',
      path: '/api/public/v2.0/session/a%20b/lock',
    });
    expect(handled).toEqual([]);
    refusal = null;
    expect(await (await call('{}')).json()).toBe('done');
    expect([asked, handled]).toEqual([[{ id: 'a b' }, { id: 'a b' }], [{ id: 'a b' }]]);
  });
});

test('every public call on a session sheds load by the event in its id; another text is asked as usual', () => {
  const sessionIds = new SessionIdMint(onlyKey('07'.repeat(32)));
  const asked: number[] = [];
  const refusalOf = (eventNumber: number) => {
    asked.push(eventNumber);
    return new Fault('UNAVAILABLE', 'Full.');
  };
  const routes = publicSessions({ engine: { refusalOf }, sessionIds } as unknown as PublicSessionDeps);
  const shedding = routes.filter(({ path: at }) => at.includes('{id}'));
  const id = sessionIds.mint(42);
  for (const { shed } of shedding) {
    expect(shed?.({ id })).toMatchObject({ code: 'UNAVAILABLE', retryAfterSeconds: 1 });
    expect(shed?.({ id: id.toUpperCase() })).toMatchObject({ code: 'UNAVAILABLE' });
    for (const other of ['', '42', `${id}0`, '../../etc']) expect(shed?.({ id: other })).toBeNull();
  }
  expect(shedding.map(({ operationId }) => operationId)).toEqual([
    ...['getSession', 'lockSession', 'unlockSession', 'checkoutSession', 'cancelSession'],
  ]);
  expect(new Set(asked)).toEqual(new Set([42]));
});

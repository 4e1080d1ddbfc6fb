/** Many webhooks whose receivers never answer or refuse connections, and one that works: it waits for none of them. */
import { feedSettled } from '../../support/feed-calls.ts';
import { startReceiver, stayDumb } from '../../support/receiver.ts';
import { openPricedShow, type Show } from '../../support/service.ts';
import { bookingOf, sessionCalls, succeeded } from '../../support/session-calls.ts';
import { service, useService } from '../../support/shared-service.ts';
import { webhookCalls } from '../../support/webhook-calls.ts';

/** `test:long` has 999. */
const dead = Number(process.env.DEAD_WEBHOOKS ?? 60);
const changes = 20;
const callsAtOnce = 8;

let show: Show;

useService({ WEBHOOKS_ALLOW_PRIVATE: '1', WEBHOOKS_PER_ORGANIZATION_MAX: '1000' });

beforeAll(async () => {
  const rows = [{ name: '1', seatCount: changes }];
  show = await openPricedShow(service, { name: 'Hall', sections: [{ name: 'A', rows }] });
});

test('a receiver that answers is sent every change while all others are dead', async () => {
  await using dumb = await startReceiver(stayDumb);
  await using quick = await startReceiver();
  const calls = webhookCalls(service);
  let made = 0;
  const make = async (): Promise<void> => {
    for (let number = made++; number < dead; number = made++) {
      await calls.create(number % 2 === 0 ? dumb.url : 'http://127.0.0.1:1/', ['booking.locked']);
    }
  };
  await Promise.all(Array.from({ length: callsAtOnce }, make));
  await calls.create(quick.url, ['booking.locked']);
  const sessions = sessionCalls(service, show);
  for (const seat of show.seats) succeeded(await sessions.book('lock', bookingOf([seat])));
  await feedSettled(service);
  await quick.seen((requests) => requests.length === changes);
  // In one queue for all, the last change would come behind those that the others were sent before it.
  expect(dumb.requests.length).toBeLessThan((dead / 2) * (changes / 2));
  await dumb.seen((requests) => requests.length > dead / 2);
  // The service answers others meanwhile.
  expect((await service.call('GET', '/readyz')).status).toBe(200);
});

/** Pages of a draw: what is in them, and that nobody waits long for those who read very many. */

import { DrawPages } from '#http/sessions/draw-pages.ts';
import { hashOfTicket, TicketMint } from '#http/sessions/tickets.ts';
import { onlyKey } from '#storage/database/sealed.ts';

const tickets = new TicketMint(onlyKey('07'.repeat(32)));

test('a page has the hashes of its tickets in the order of arrival', async () => {
  const pages = new DrawPages(tickets);
  const hashes = Array.from({ length: 120 }, (_, at) => hashOfTicket(tickets.textOf(42, 1_990 + at)));
  expect(await pages.hashes(42, 1_990, 120)).toEqual(hashes);
  expect(await pages.hashes(42, 5, 0)).toEqual([]);
});

test('other work runs while pages are made, however many are asked for', async () => {
  const pages = new DrawPages(tickets);
  let turns = 0;
  let isMade = false;
  const turn = (): void => {
    turns++;
    if (!isMade) setImmediate(turn);
  };
  setImmediate(turn);
  await Promise.all(Array.from({ length: 20 }, () => pages.hashes(42, 0, 1_000)));
  isMade = true;
  expect(turns).toBeGreaterThan(300);
});

test('of very many readers at once the last ones are refused, and later ones are not', async () => {
  const pages = new DrawPages(tickets);
  const outcomes = await Promise.allSettled(Array.from({ length: 150 }, () => pages.hashes(42, 0, 60)));
  const refused = outcomes.filter((outcome) => outcome.status === 'rejected');
  expect(refused).toHaveLength(49);
  for (const { reason } of refused) expect(reason).toMatchObject({ code: 'UNAVAILABLE' });
  expect(await pages.hashes(42, 0, 1)).toHaveLength(1);
});

/**
 * Follows what can be booked on an event, through restarts of the service.
 * Start it: node docs/examples/follow-seats.ts http://127.0.0.1:8080 EVENT PUBLIC_KEY
 */
import { createClient, followSeats } from 'usher/client';

const [baseUrl = 'http://127.0.0.1:8080', eventId = '', publicKey = ''] = process.argv.slice(2);
const say = (line: string): void => void process.stdout.write(`${line}\n`);

const bookable = new Set<number>();
const news = followSeats(createClient({ baseUrl }), { eventId, publicKey, onConnection: (state) => say(state) });
for await (const one of news) {
  if (one.kind === 'prices') {
    bookable.clear();
    for (const [id] of one.prices.seats) bookable.add(id);
    say(`${bookable.size} seats can be booked`);
  } else if (one.kind === 'change') {
    for (const id of one.freed) bookable.add(id);
    for (const id of one.taken) bookable.delete(id);
    say(`taken: ${one.taken}; freed: ${one.freed}; ${bookable.size} seats can be booked`);
  } else {
    say(`closed: ${one.errorCode}`);
  }
}

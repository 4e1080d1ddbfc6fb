/**
 * `npm run first-picture -- --visits 7`: how long a buyer waits for the first picture of the demo event's map and of a hall
 * of 100,000 seats, against the service as an operator starts it. Prints medians for the very first reader after a start
 * of the service, for a new buyer, and for one who comes back.
 */
import { parseArgs } from 'node:util';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { Service } from '../../bench/stand/service.ts';
import { startBrowser } from '../support/browser.ts';
import { type FirstPicture, firstPictures } from './first-picture.ts';

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '7' },
    seats: { type: 'string', default: '100000' },
    /** Starts of the service, each for one very first reader. */
    starts: { type: 'string', default: '3' },
  },
});
const [visits, seats, starts] = [Number(values.visits), Number(values.seats), Number(values.starts)];

const service = await Service.start();
const chromium = await startBrowser();
try {
  const demo = await service.demo();
  const owner = new Client(service.baseUrl, { 'X-API-Key': demo.organizationToken });
  const { eventId } = await makeEvent(owner, demo, await makeSchema(owner, seats, 1_000));
  owner.close();
  const addressOf = (event: string): string => `${demo.baseUrl}/map/?event=${event}&key=${demo.publicKey}`;
  for (const [name, event] of [
    ['demo event', demo.eventId],
    [`${seats} seats`, eventId],
  ] as const) {
    const first: FirstPicture[] = [];
    for (let start = 0; start < starts; start++) {
      await service.stop();
      await service.launch();
      first.push(...(await firstPictures(chromium.browser, addressOf(event))));
    }
    print(`${name}, very first reader`, first);
    const fresh: FirstPicture[] = [];
    for (let visit = 0; visit < visits; visit++) {
      fresh.push(...(await firstPictures(chromium.browser, addressOf(event))));
    }
    print(`${name}, empty cache`, fresh);
    const [, ...returning] = await firstPictures(chromium.browser, addressOf(event), visits);
    print(`${name}, filled cache`, returning);
  }
} finally {
  await chromium.close();
  await service.dispose();
}

function print(name: string, pictures: readonly FirstPicture[]): void {
  const sorted = (part: keyof FirstPicture): number[] =>
    pictures.map((one) => Math.round(one[part])).sort((a, b) => a - b);
  const median = (part: keyof FirstPicture): number => sorted(part)[pictures.length >> 1] ?? 0;
  const shown = sorted('shown');
  console.log(
    `${name.padEnd(32)} ${String(median('shown')).padStart(6)} ms  (${shown[0]} to ${shown.at(-1)}; until the scripts ` +
      `${median('script')}, the layout ${median('layout')}, the prices ${median('prices')})`,
  );
}

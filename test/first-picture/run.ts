/**
 * `npm run first-picture -- --visits 7`: how long a buyer waits for the first picture of the demo event's map and of large
 * halls, and how evenly the maps are drawn while the buyer pans them, against the service as an operator starts it. Prints
 * medians for the very first reader after a start of the service, for a new buyer, and for one who comes back: elapsed time, bytes
 * of the network, processor time of the page's main thread and its longest task. The processor time can be compared on a busy
 * machine, times and frames only on a quiet one. Each device in turn: a desktop and emulated phones.
 */
import { parseArgs } from 'node:util';
import { makeEvent, makeSchema } from '../../bench/stand/catalog.ts';
import { Client } from '../../bench/stand/client.ts';
import { Service } from '../../bench/stand/service.ts';
import { startBrowser } from '../support/browser.ts';
import { type Device, devices, type FirstPicture, firstPictures } from './first-picture.ts';
import { type Panning, panEmptyPage, panMap } from './panning.ts';

const { values } = parseArgs({
  options: {
    visits: { type: 'string', default: '7' },
    /** The sizes of the halls. */
    seats: { type: 'string', default: '100000,200000' },
    /** Starts of the service, each for one very first reader. */
    starts: { type: 'string', default: '3' },
    /** Times that each map is panned, in turns with the empty page. */
    pans: { type: 'string', default: '3' },
    /** Of `devices`, each in turn. */
    device: { type: 'string', default: 'desktop,phone' },
  },
});
const chosen = values.device.split(',').map(deviceOf);
const [visits, starts, pans] = [Number(values.visits), Number(values.starts), Number(values.pans)];

const service = await Service.start();
const chromium = await startBrowser();
try {
  const demo = await service.demo();
  const owner = new Client(service.baseUrl, { 'X-API-Key': demo.organizationToken });
  const events: [string, string][] = [['demo event', demo.eventId]];
  for (const seats of values.seats.split(',').map(Number)) {
    const { eventId } = await makeEvent(owner, demo, await makeSchema(owner, seats, 1_000));
    events.push([`${seats} seats`, eventId]);
  }
  owner.close();
  const maps = events.map(([name, event]) => {
    return { name, address: `${demo.baseUrl}/map/?event=${event}&key=${demo.publicKey}` };
  });
  for (const device of chosen) {
    console.log(`\n${device}`);
    for (const { name, address } of maps) await showFirstPictures(device, name, address);
    await showPanning(device, maps);
  }
} finally {
  await chromium.close();
  await service.dispose();
}

function deviceOf(name: string): Device {
  const device = devices.find((known) => known === name);
  if (device === undefined) throw new Error(`--device is one of ${devices.join(', ')}`);
  return device;
}

async function showFirstPictures(device: Device, name: string, address: string): Promise<void> {
  const first: FirstPicture[] = [];
  for (let start = 0; start < starts; start++) {
    await service.stop();
    await service.launch();
    first.push(...(await firstPictures(chromium.browser, device, address)));
  }
  print(`${name}, very first reader`, first);
  const fresh: FirstPicture[] = [];
  for (let visit = 0; visit < visits; visit++) fresh.push(...(await firstPictures(chromium.browser, device, address)));
  print(`${name}, empty cache`, fresh);
  const [, ...returning] = await firstPictures(chromium.browser, device, address, visits);
  print(`${name}, filled cache`, returning);
}

async function showPanning(
  device: Device,
  maps: readonly { readonly name: string; readonly address: string }[],
): Promise<void> {
  const measured = new Map<string, Panning[]>();
  const keep = (name: string, panning: Panning): void => {
    measured.set(name, [...(measured.get(name) ?? []), panning]);
  };
  for (let round = 0; round < pans; round++) {
    keep('empty page', await panEmptyPage(chromium.browser, device));
    for (const { name, address } of maps) {
      for (const sight of ['whole', 'near'] as const) {
        keep(`${name}, ${sight}`, await panMap(chromium.browser, device, address, sight));
      }
    }
  }
  for (const [name, all] of measured) printPanning(name, all);
}

function print(name: string, pictures: readonly FirstPicture[]): void {
  const sorted = (part: keyof FirstPicture): number[] =>
    pictures.map((one) => Math.round(one[part])).sort((a, b) => a - b);
  const median = (part: keyof FirstPicture): number => sorted(part)[pictures.length >> 1] ?? 0;
  const shown = sorted('shown');
  console.log(
    `${name.padEnd(32)} ${String(median('shown')).padStart(6)} ms  (${shown[0]} to ${shown.at(-1)}; until the scripts ` +
      `${median('script')}, the layout ${median('layout')}, the prices ${median('prices')}; ` +
      `${Math.round(median('bytes') / 1_024)} KB; main thread ${median('busy')} ms, longest task ${median('longestTask')} ms)`,
  );
}

/** Medians of the rounds. */
function printPanning(name: string, rounds: readonly Panning[]): void {
  const sorted = (part: keyof Panning): number[] => rounds.map((one) => one[part]).sort((a, b) => a - b);
  const median = (part: keyof Panning): string => (sorted(part)[rounds.length >> 1] ?? 0).toFixed(1);
  const rates = sorted('framesPerSecond').map((rate) => rate.toFixed(1));
  console.log(
    `${`panning: ${name}`.padEnd(32)} ${median('framesPerSecond').padStart(6)} frames a second  (${rates[0]} to ` +
      `${rates.at(-1)}; a frame ${median('median')} ms, 95 % ${median('high')}, longest ${median('longest')})`,
  );
}

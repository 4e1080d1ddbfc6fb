/**
 * Attacks by clients that never read what is with the kernel already: when their connections have been ended, the kernel
 * must keep nothing for them.
 */
import { Client } from '../../bench/stand/client.ts';
import { type Attack, type Outcome, usualBounds } from './attack.ts';
import { kernelSockets, type Sockets } from './kernel-sockets.ts';
import { secondsUntil } from './measurements.ts';
import { answersTo } from './raw-connections.ts';
import type { Target } from './target.ts';
import { type ClientKind, openUnreadClients } from './unread-clients.ts';

const acceptSecondsMax = 60;
/** The write timeout of 30 s and a sixth, the time to read a last answer of 30 s, and some looks. */
const endSecondsMax = 90;
/** Connections of other clients of the target. */
const spareConnections = 10;
const orphansMax = 5;
const memoryMbMax = 50;
/** The machine's figures follow the connections a little later. */
const machineSecondsMax = 10;

/** The price board and the map of a large event. */
async function pathsOf(target: Target): Promise<readonly string[]> {
  const query = `?id=${await target.bigEvent()}&publicKey=${target.demo.publicKey}`;
  return [`/api/public/v1.0/event/${query}`, `/api/public/v1.0/event/prices/${query}`];
}

/** Some ask for more than the kernel takes, some end their connection, some close their side of it. */
function kindsOf(path: string): ClientKind[] {
  const head = `GET ${path} HTTP/1.1\r\nHost: x\r\n`;
  return [
    [`${head}\r\n`.repeat(8), false],
    [`${head}Connection: close\r\n\r\n`, false],
    [`${head}\r\n`, true],
  ];
}

/** Waits until the target has ended its connections while the clients stay, and looks at what the kernel then has. */
async function outcomeOf(target: Target, tried: string, before: Sockets | null, heldMb = 0): Promise<Outcome> {
  if (before === null) return { tried: `${tried}; the system does not tell what it holds`, faults: [] };
  const look = async () => (await kernelSockets(target.port)) as Sockets;
  let unsentMb = heldMb;
  const seconds = await secondsUntil(async () => {
    const now = await look();
    unsentMb = Math.max(unsentMb, now.unsentMb);
    return now.open <= before.open + spareConnections;
  }, endSecondsMax);
  const own = await look();
  const grownMb = ({ machine }: Sockets) => Math.round(machine.megabytes - before.machine.megabytes);
  const isFree = (now: Sockets) =>
    now.machine.orphans <= before.machine.orphans + orphansMax && grownMb(now) <= memoryMbMax;
  await secondsUntil(async () => isFree(await look()), machineSecondsMax);
  const after = await look();
  const gone = seconds === null ? 'still connected' : `gone after ${seconds.toFixed(1)} s`;
  return {
    tried: `${tried}: the kernel held up to ${Math.round(unsentMb)} MB unsent; ${gone}; then ${own.orphans} orphans with ${own.unsentMb.toFixed(1)} MB, on the machine ${after.machine.orphans} and ${grownMb(after)} MB more`,
    faults: [
      ...(seconds === null ? [`${own.open} were still connected after ${endSecondsMax} s`] : []),
      ...(own.orphans > before.orphans + orphansMax
        ? [`${own.orphans} connections of the target have no process`]
        : []),
      ...(isFree(after) ? [] : [`the machine has ${after.machine.orphans} orphans and ${grownMb(after)} MB more`]),
    ],
  };
}

export const kernelMemory: Attack = {
  name: 'kernel-memory',
  bounds: usualBounds,
  isQuick: false,
  async prepare(target) {
    for (const path of await pathsOf(target))
      await answersTo(target.port, `GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, 2000);
  },
  async run(target, size) {
    const count = size === 'full' ? 250 : 100;
    const before = await kernelSockets(target.port);
    const clients = await openUnreadClients(target.port, count, (await pathsOf(target)).flatMap(kindsOf));
    try {
      // A connection has no process, like an orphan, until the target has accepted it.
      const isAccepted = async () =>
        before === null || ((await kernelSockets(target.port))?.orphans ?? 0) <= before.orphans;
      await secondsUntil(isAccepted, acceptSecondsMax);
      return await outcomeOf(
        target,
        `${count} clients that never read a map of 100,000 seats, ${clients.what}`,
        before,
      );
    } finally {
      clients.close();
    }
  },
};

const blocks = 10;
/** Blocking and freeing every seat is more than 1 MB for each viewer. */
const roundsMax = 16;

export const kernelMemoryOfViewers: Attack = {
  name: 'kernel-memory-of-viewers',
  bounds: { ...usualBounds, memoryMb: 300 },
  isQuick: false,
  prepare: (target) => target.bigEvent(),
  async run(target, size) {
    const count = size === 'full' ? 500 : 100;
    const before = await kernelSockets(target.port);
    const path = `/api/public/v2.0/event/${await target.bigEvent()}/changes?publicKey=${target.demo.publicKey}`;
    const clients = await openUnreadClients(target.port, count, [[`GET ${path} HTTP/1.1\r\nHost: x\r\n\r\n`, false]]);
    let heldMb = 0;
    const open = async (): Promise<number> => {
      const now = await kernelSockets(target.port);
      heldMb = Math.max(heldMb, now?.unsentMb ?? 0);
      return now?.open ?? 0;
    };
    try {
      const all = (before?.open ?? 0) + count;
      await secondsUntil(async () => before === null || (await open()) >= all, acceptSecondsMax);
      const rounds = await changeEverything(target, async () => (await open()) <= all - count + spareConnections);
      return await outcomeOf(
        target,
        `${count} viewers that never read, ${clients.what}, while all of 100,000 seats changed ${rounds} times`,
        before,
        heldMb,
      );
    } finally {
      clients.close();
    }
  },
};

/** Blocks and frees all seats in turn until the viewers are gone; resolves with how often. */
async function changeEverything(target: Target, areGone: () => Promise<boolean>): Promise<number> {
  const { organizationToken, publicKey } = target.demo;
  const eventId = await target.bigEvent();
  const prices = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
  const { seats } = (await target.visitor.send({ method: 'GET', path: prices })).body;
  const each = Math.ceil(seats.length / blocks);
  const owner = new Client(target.service.baseUrl, { 'x-api-key': organizationToken });
  try {
    for (let round = 0; round < roundsMax; round++) {
      if (await areGone()) return round;
      const act = round % 2 === 0 ? 'block' : 'unblock';
      for (let first = 0; first < seats.length; first += each) {
        const body = { seats: seats.slice(first, first + each).map(([id]: [number]) => ({ id })), groupOfSeats: [] };
        await owner.demand({ method: 'POST', path: `/api/private/v2.0/booking/${act}?eventId=${eventId}`, body });
      }
    }
    return roundsMax;
  } finally {
    owner.close();
  }
}

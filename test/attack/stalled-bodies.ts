/** Attacks by bodies that never end: small ones without a key, large ones with the key of an organization. */
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { statusesOf } from '../support/stuck-clients.ts';
import { type Attack, usualBounds } from './attack.ts';
import { closeAll, openUnread } from './raw-connections.ts';

const kilobyte = 1024;

/** The most that a call without a key takes, apart from the last bytes. */
const announcedBytes = 80_000;
const stalled = ' '.repeat(announcedBytes - kilobyte);

export const stalledBodies: Attack = {
  name: 'stalled-bodies',
  bounds: { ...usualBounds, memoryMb: 300 },
  isQuick: false,
  async run({ port }, size) {
    const count = size === 'full' ? 6000 : 600;
    const sockets = await openUnread(port, count);
    for (const [place, socket] of sockets.entries()) {
      // Half of them announce more than the call takes.
      const bytes = place % 2 === 0 ? announcedBytes : 131_072;
      const head = `POST /api/public/v2.0/session/${randomUUID()}/lock HTTP/1.1\r\nHost: x\r\nContent-Length: ${bytes}\r\n\r\n`;
      socket.write(head + (place % 2 === 0 ? stalled : stalled + stalled.slice(0, 45_000)));
    }
    await pause(size === 'full' ? 8000 : 2000);
    closeAll(sockets);
    return { tried: `${count} bodies of 79 to 127 KB without a key whose last bytes never come`, faults: [] };
  },
};

const largeCount = 16;
const largeBytes = 63 * kilobyte * kilobyte;
/** LARGE_BODIES_PER_ORGANIZATION_MB by default. */
const largeMax = 2;
const answerSecondsMax = 20;

export const stalledLargeBodies: Attack = {
  name: 'stalled-large-bodies',
  bounds: { ...usualBounds, memoryMb: 400 },
  isQuick: false,
  async run({ port, demo }) {
    const head = `POST /api/private/v2.0/schemas/ HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${demo.organizationToken}\r\nContent-Length: ${largeBytes}\r\n\r\n`;
    const sent = Buffer.alloc(largeBytes - kilobyte * kilobyte, ' ');
    const sockets = await openUnread(port, largeCount);
    const answers = sockets.map((socket) => answerTo(socket, head, sent));
    const statuses = (await Promise.all(answers)).filter((status) => status !== null);
    const refused = statuses.filter((status) => status === 503).length;
    closeAll(sockets);
    return {
      tried: `${largeCount} layouts of 62 of 63 MB of one organization: ${refused} × 503`,
      faults: refused < largeCount - largeMax ? [`only ${refused} of ${largeCount} were refused with 503`] : [],
    };
  },
};

/** The status that comes within some seconds of sending; null: none. */
async function answerTo(socket: Socket, head: string, body: Buffer): Promise<number | null> {
  let text = '';
  socket.on('data', (piece) => {
    text += piece.toString('latin1');
  });
  socket.resume().write(head);
  socket.write(body);
  await Promise.race([once(socket, 'data').catch(() => {}), pause(answerSecondsMax * 1000)]);
  return statusesOf(text)[0] ?? null;
}

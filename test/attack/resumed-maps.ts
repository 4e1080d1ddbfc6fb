/** Attack by viewers of live maps: each names another record, which costs a text of its own, and reads nothing. */
import { setTimeout as pause } from 'node:timers/promises';
import { Client } from '../../bench/stand/client.ts';
import { type Attack, usualBounds } from './attack.ts';
import { closeAll, openUnread } from './raw-connections.ts';

/** Each is one record; together they change every seat. */
const blocks = 100;

export const resumedMaps: Attack = {
  name: 'resumed-maps',
  bounds: { ...usualBounds, memoryMb: 400 },
  isQuick: false,
  async run(target, size) {
    const count = size === 'full' ? 4000 : 500;
    const { organizationToken, publicKey } = target.demo;
    const eventId = await target.bigEvent();
    const path = `/api/public/v2.0/event/${eventId}/changes?publicKey=${publicKey}`;
    const prices = `/api/public/v1.0/event/prices/?id=${eventId}&publicKey=${publicKey}`;
    const { seats } = (await target.visitor.send({ method: 'GET', path: prices })).body;
    const owner = new Client(target.service.baseUrl, { 'x-api-key': organizationToken });
    const each = Math.ceil(seats.length / blocks);
    for (let first = 0; first < seats.length; first += each) {
      const body = { seats: seats.slice(first, first + each).map(([id]: [number]) => ({ id })), groupOfSeats: [] };
      await owner.demand({ method: 'POST', path: `/api/private/v2.0/booking/block?eventId=${eventId}`, body });
    }
    owner.close();
    const sockets = await openUnread(target.port, count);
    for (const [place, socket] of sockets.entries()) {
      socket.write(
        `GET ${path}&after=${3 + (place % blocks)} HTTP/1.1\r\nHost: x\r\nX-Forwarded-For: 192.0.2.7\r\n\r\n`,
      );
      // Half of them leave at once.
      if (place % 2 === 1) socket.resetAndDestroy();
    }
    await pause(size === 'full' ? 5000 : 1000);
    closeAll(sockets);
    return {
      tried: `${count} viewers of 100,000 changed seats from ${blocks} records, half aborted, none read`,
      faults: [],
    };
  },
};

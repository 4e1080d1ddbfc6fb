/** Attacks by clients that ask for much and never read: pipelined files, pipelined calls, maps of large events. */
import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { inFlightMax } from '#http/server/node-connection.ts';
import { type Attack, type Bounds, type Outcome, usualBounds } from './attack.ts';
import { secondsUntil } from './measurements.ts';
import { answersTo, closeAll, openUnread, writeRepeatedly } from './raw-connections.ts';
import type { Target } from './target.ts';

const bundle = 'GET /docs/swagger-ui-bundle.js HTTP/1.1\r\nHost: x\r\n\r\n';
const smallCall = 'GET /api/public/v2.0/session/x HTTP/1.1\r\nHost: x\r\n\r\n';
const megabyte = 1024 * 1024;

export const pipelinedFiles: Attack = {
  name: 'pipelined-files',
  bounds: usualBounds,
  isQuick: true,
  async run({ port }, size) {
    const restMs = size === 'full' ? 4000 : 500;
    const one = await openUnread(port, 1);
    for (const socket of one) socket.write(bundle.repeat(300));
    await pause(restMs);
    const many = await openUnread(port, 100);
    for (const socket of many) socket.write(bundle.repeat(inFlightMax));
    await pause(restMs);
    closeAll([...one, ...many]);
    return {
      tried: `300 pipelined files on one connection, ${inFlightMax} on each of 100 more, none read`,
      faults: [],
    };
  },
};

export const pipelinedCalls: Attack = {
  name: 'pipelined-calls',
  bounds: usualBounds,
  isQuick: false,
  async run({ port }, size) {
    const milliseconds = size === 'full' ? 5000 : 1000;
    const sockets = await openUnread(port, 10);
    const sent = await Promise.all(
      sockets.map((socket) => writeRepeatedly(socket, smallCall, 64 * megabyte, milliseconds)),
    );
    // Requests that were accepted may still be on their way to the application.
    await pause(2000);
    closeAll(sockets);
    const total = sent.reduce((sum, bytes) => sum + bytes, 0) / megabyte;
    return {
      tried: `${Math.round(total)} MB of calls over 10 connections in ${milliseconds / 1000} s, none read`,
      faults: [],
    };
  },
};

/** A stuck reader is gone, with its memory, within this time. */
const stuckSecondsMax = 60;
const mapReads = 8;
const acceptSecondsMax = 5;
/** Connections that are not the readers': those of observers, and those to PostgreSQL. */
const spareConnections = 20;

/** The map is public. */
export const stuckMapReaders = stuckReaders('stuck-map-readers', 'the map', usualBounds, mapRequest);

/**
 * Readers of the assignments have the organization's key. The service encodes pages until the system's socket buffers are
 * full, and V8 collects those pages late. A second round does not add to the first.
 */
export const stuckPrivateReaders = stuckReaders(
  'stuck-private-readers',
  'the assignments',
  { ...usualBounds, memoryMb: 400 },
  assignmentsRequest,
);

/** Readers of an event of 100,000 seats, half of them through Node's HTTP. */
function stuckReaders(
  name: string,
  what: string,
  bounds: Bounds,
  requestOf: (target: Target) => Promise<string>,
): Attack {
  return {
    name,
    bounds,
    isQuick: false,
    /** Reads everything once before the attack, because the first answer of a large event is built and cached. */
    async prepare(target) {
      await answersTo(target.port, await requestOf(target), 2000);
    },
    async run(target, size): Promise<Outcome> {
      const count = size === 'full' ? 200 : 20;
      const request = await requestOf(target);
      const sockets = await openUnread(target.port, count);
      for (const [place, socket] of sockets.entries()) ask(socket, request, place % 2 === 0);
      const has = async (connections: (open: number) => boolean): Promise<boolean> => {
        const open = await target.openConnections();
        return open === null || connections(open);
      };
      await secondsUntil(() => has((open) => open >= count), acceptSecondsMax);
      const seconds = await secondsUntil(() => has((open) => open <= spareConnections), stuckSecondsMax);
      closeAll(sockets);
      const tried = `${count} readers of ${what} of 100,000 seats that never read`;
      if (seconds === null) return { tried, faults: [`they were still connected after ${stuckSecondsMax} s`] };
      return { tried: `${tried}: gone after ${seconds.toFixed(1)} s`, faults: [] };
    },
  };
}

/** Several maps, because a single one fits into the system's socket buffers. */
async function mapRequest(target: Target): Promise<string> {
  const query = `id=${await target.bigEvent()}&publicKey=${target.demo.publicKey}`;
  return `GET /api/public/v1.0/event/?${query} HTTP/1.1\r\nHost: x\r\n\r\n`.repeat(mapReads);
}

async function assignmentsRequest(target: Target): Promise<string> {
  const path = `/api/private/v2.0/event/${await target.bigEvent()}/prices/assignments/`;
  return `GET ${path} HTTP/1.1\r\nHost: x\r\nX-Api-Key: ${target.demo.organizationToken}\r\n\r\n`;
}

/** A request in two packets is read by Node's HTTP, not by the direct reader. */
function ask(socket: Socket, request: string, isWhole: boolean): void {
  if (isWhole) {
    socket.write(request);
    return;
  }
  socket.setNoDelay().write(request.slice(0, 20));
  setTimeout(() => socket.write(request.slice(20)), 100);
}

/**
 * What an open session and an event cost in memory: the used heap of the service after garbage collection, asked through
 * its inspector, with and without them. The service runs on its own for this, because a debugger changes timings.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { makeEvent, makeSchema } from '../catalog.ts';
import { Client } from '../client.ts';
import { comesToRest } from '../processor.ts';
import { Service } from '../service.ts';
import { benchSettings } from '../stage.ts';
import { makeCrowd } from './crowd.ts';

export interface MemoryFigures {
  readonly eventSeats: number;
  readonly events: number;
  readonly openSessions: number;
  /** Bytes of heap and of typed arrays; a session holds one seat, an event is active and its layout shared. */
  readonly bytesPerEvent: number;
  readonly bytesPerOpenSession: number;
  /** Resident memory of the process with all of it. */
  readonly residentBytes: number;
}

const eventSeats = 50_000;
const events = 20;
const openSessions = 100_000;
const crowdedSeats = 100_000;

/** Starts a service, fills it, measures, and stops it again. */
export async function measureMemory(): Promise<MemoryFigures> {
  const service = await Service.start(benchSettings, { nodeArguments: ['--inspect=127.0.0.1:0'] });
  const demo = await service.demo();
  const owner = new Client(service.baseUrl, { 'x-api-key': demo.organizationToken });
  const visitor = new Client(service.baseUrl);
  try {
    const schemaId = await makeSchema(owner, eventSeats, 0);
    // The first events bring the layout, warm caches and compiled code with them.
    await makeCrowd(visitor, await makeEvent(owner, demo, schemaId), 2_000);
    const empty = await usedBytes(service);
    for (let made = 0; made < events; made++) {
      await makeCrowd(visitor, await makeEvent(owner, demo, schemaId), 1);
    }
    const withEvents = await usedBytes(service);
    const target = await makeEvent(owner, demo, await makeSchema(owner, crowdedSeats, 0));
    await makeCrowd(visitor, target, 1);
    const beforeCrowd = await usedBytes(service);
    await makeCrowd(visitor, { ...target, seats: target.seats.slice(1) }, openSessions - 1);
    const withCrowd = await usedBytes(service);
    return {
      eventSeats,
      events,
      openSessions,
      bytesPerEvent: Math.round((withEvents.used - empty.used) / events),
      bytesPerOpenSession: Math.round((withCrowd.used - beforeCrowd.used) / (openSessions - 1)),
      residentBytes: withCrowd.resident,
    };
  } finally {
    owner.close();
    visitor.close();
    await service.dispose();
  }
}

/** Heap and array buffers in use after a full garbage collection, and resident memory. */
async function usedBytes(service: Service): Promise<{ used: number; resident: number }> {
  await comesToRest(service.pid);
  const inspector = await Inspector.open(service);
  try {
    await inspector.ask('HeapProfiler.collectGarbage');
    await inspector.ask('HeapProfiler.collectGarbage');
    const { result } = await inspector.ask('Runtime.evaluate', {
      expression: 'JSON.stringify(process.memoryUsage())',
      returnByValue: true,
    });
    const { heapUsed, arrayBuffers, rss } = JSON.parse(result.value);
    return { used: heapUsed + arrayBuffers, resident: rss };
  } finally {
    inspector.close();
  }
}

interface InspectorAnswer {
  readonly result: { readonly value: string };
}

/** Just enough of the inspector's protocol. */
class Inspector {
  private readonly socket: WebSocket;
  private asked = 0;

  private constructor(socket: WebSocket) {
    this.socket = socket;
  }

  static async open(service: Service): Promise<Inspector> {
    const log = await readFile(join(service.dataDir, 'service.log'), 'utf8');
    const socket = new WebSocket(/ws:\/\/\S+/.exec(log)![0]);
    await new Promise((resolve, reject) => {
      socket.addEventListener('open', resolve);
      socket.addEventListener('error', () => reject(new Error('the inspector does not answer')));
    });
    return new Inspector(socket);
  }

  ask(method: string, params: object = {}): Promise<InspectorAnswer> {
    this.asked += 1;
    const id = this.asked;
    return new Promise((resolve) => {
      const listen = ({ data }: MessageEvent) => {
        const answer = JSON.parse(String(data));
        if (answer.id !== id) return;
        this.socket.removeEventListener('message', listen);
        resolve(answer.result);
      };
      this.socket.addEventListener('message', listen);
      this.socket.send(JSON.stringify({ id, method, params }));
    });
  }

  close(): void {
    this.socket.close();
  }
}

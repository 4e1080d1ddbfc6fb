/**
 * `npm run cluster`: three nodes behind nginx with three Redis and a durable PostgreSQL, as processes, with demo data.
 * Ctrl-C takes all of it down in order. `npm run cluster -- --measure` prints what a forwarded hold costs each node and
 * what one event could do on 8 cores; `--beside FOLDER` measures another tree in turn.
 */
import { resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { describe, measureForwarding } from './scenarios/forwarding.ts';
import { Cluster } from './stand/cluster/cluster.ts';
import { type Front, startFront } from './stand/cluster/front.ts';
import { freePort } from './stand/free-port.ts';

const { values } = parseArgs({
  options: {
    nodes: { type: 'string', default: '3' },
    /** Port of the front; a free one when absent. */
    port: { type: 'string' },
    measure: { type: 'boolean', default: false },
    beside: { type: 'string' },
    rounds: { type: 'string', default: '6' },
    seconds: { type: 'string', default: '3' },
    connections: { type: 'string', default: '256' },
  },
});

if (values.measure) await measure();
else await runCluster();

async function measure(): Promise<void> {
  const { beside, rounds, seconds, connections } = values;
  const costs = await measureForwarding({
    trees: [{ name: 'this tree' }, ...(beside === undefined ? [] : [{ name: beside, tree: resolve(beside) }])],
    connections: Number(connections),
    rounds: Number(rounds),
    seconds: Number(seconds),
    warmSeconds: 1.5,
    tell: (step) => console.error(step),
  });
  for (const one of costs) console.log(describe(one));
}

async function runCluster(): Promise<void> {
  const stop = Promise.withResolvers<void>();
  process.on('SIGINT', stop.resolve).on('SIGTERM', stop.resolve);
  // Keeps this process alive: its child processes are unreferenced.
  const alive = setInterval(() => {}, 2 ** 30);

  const cluster = await Cluster.start({ nodes: Number(values.nodes), settings: { LOG_LEVEL: 'info' } });
  const ports = cluster.nodes.map(({ port }) => port);
  let front: Front | null = null;
  try {
    front = await startFront(Number(values.port ?? (await freePort())), ports);
    const { text } = await cluster.makeDemo(front?.port ?? (ports[0] as number));
    console.log(text);
    for (const node of cluster.nodes)
      console.log(
        `node   ${node.baseUrl}  metrics ${node.operationsUrl}/metrics  process ${node.pid}  log ${node.logPath}`,
      );
    for (const redis of cluster.redis) console.log(`redis  ${redis.url}  process ${redis.pid}`);
    console.log(
      front === null ? 'no nginx on this machine: send requests to any node' : `front  http://127.0.0.1:${front.port}`,
    );
    console.log('Ctrl-C stops everything and deletes all data.');
    await stop.promise;
  } finally {
    clearInterval(alive);
    console.log('stopping');
    await front?.stop();
    await cluster.dispose();
  }
}

/**
 * The load balancer of a test: passes each connection on to the first of some ports of this machine that accepts it, so
 * that clients of a killed node come to another one at the same address.
 */
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

export interface Relay {
  readonly url: string;
  close(): void;
}

export async function openRelay(ports: readonly number[]): Promise<Relay> {
  const clients = new Set<Socket>();
  const server = createServer((client) => {
    clients.add(client);
    client.on('error', () => client.destroy());
    client.on('close', () => clients.delete(client));
    pass(client, ports);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      for (const client of clients) client.destroy();
      server.close();
    },
  };
}

function pass(client: Socket, [port, ...others]: readonly number[]): void {
  if (port === undefined) {
    client.destroy();
    return;
  }
  const upstream = connect(port, '127.0.0.1');
  const next = (): void => pass(client, others);
  upstream.once('error', next);
  upstream.once('connect', () => {
    upstream.off('error', next);
    upstream.on('error', () => client.destroy());
    upstream.on('close', () => client.destroy());
    client.on('close', () => upstream.destroy());
    client.pipe(upstream).pipe(client);
  });
}

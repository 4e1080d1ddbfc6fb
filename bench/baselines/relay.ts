/**
 * The floor of forwarding: a socket server that passes every request on to another process, over one connection for all of
 * its clients, and every answer back. It reads nothing of either and stores nothing.
 */
import { once } from 'node:events';
import { connect, createServer, type Socket } from 'node:net';
import { announce } from './announcement.ts';
import { FrameWriter, readFrames } from './frames.ts';

const { hostname, port } = new URL(process.env.OWNER_URL!);
const link = connect({ host: hostname, port: Number(port), noDelay: true });
await once(link, 'connect');
const requests = new FrameWriter(link);
const clients = new Map<number, Socket>();
let opened = 0;

readFrames(link, (client, answer) => clients.get(client)?.write(answer, 'latin1'));

const server = createServer({ noDelay: true }, (socket) => {
  opened += 1;
  const client = opened;
  clients.set(client, socket);
  socket.on('data', (packet: Buffer) => requests.send(client, packet.toString('latin1')));
  socket.on('close', () => clients.delete(client));
  socket.on('error', () => socket.destroy());
});
announce(server);

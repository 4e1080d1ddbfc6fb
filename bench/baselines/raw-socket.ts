/**
 * The host's own cost of an answer in Node: a socket server that parses nothing and stores nothing. It answers every
 * packet with bytes that it was given, in turn on each connection. Its generators send a request in one packet.
 */
import { createServer } from 'node:net';
import { announce } from './announcement.ts';

/** In base64, separated by commas. */
const answers = (process.env.ANSWERS ?? '').split(',').map((text) => Buffer.from(text, 'base64').toString('latin1'));

const server = createServer({ noDelay: true }, (socket) => {
  let next = 0;
  socket.on('data', () => {
    socket.write(answers[next] as string, 'latin1');
    next = (next + 1) % answers.length;
  });
  socket.on('error', () => socket.destroy());
});
announce(server);

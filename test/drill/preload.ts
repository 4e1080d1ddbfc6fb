/**
 * Loaded into a node of a drill before anything else: redirects its connections to other nodes through proxies that can be
 * cut, and makes its clock jump forward at SIGUSR2 and back at the next one. The service's own code is untouched.
 */
import { Socket } from 'node:net';

const proxies = new Map(Object.entries<number>(JSON.parse(process.env.DRILL_PROXIES ?? '{}')));
const jumpMs = Number(process.env.DRILL_JUMP_MS);

const { connect } = Socket.prototype;
Socket.prototype.connect = function (this: Socket, ...args: unknown[]): Socket {
  // Node's own callers pass the arguments in one array.
  const first = Array.isArray(args[0]) ? args[0][0] : args[0];
  const proxy = proxies.get(String((first as { port?: unknown } | null)?.port));
  if (proxy !== undefined) first.port = proxy;
  return Reflect.apply(connect, this, args) as Socket;
};

const RealDate = Date;
let offsetMs = 0;

class JumpingDate extends RealDate {
  constructor(...values: readonly unknown[]) {
    super(...((values.length === 0 ? [RealDate.now() + offsetMs] : values) as [number]));
  }

  static override now(): number {
    return RealDate.now() + offsetMs;
  }
}

globalThis.Date = JumpingDate as DateConstructor;
process.on('SIGUSR2', () => {
  offsetMs = offsetMs === 0 ? jumpMs : 0;
});

/**
 * How connections to receivers are made: only to public addresses. Checks the addresses that the name has at that
 * moment, hands only public ones to the socket, and checks the address that the socket is connected to once more, so
 * that a name server that answers two questions differently gains nothing (DNS rebinding).
 */
import { Resolver, lookup as systemLookup } from 'node:dns/promises';
import { isIP, type LookupFunction, type Socket } from 'node:net';
import type { Agent, buildConnector, Dispatcher } from 'undici';
import { isPublicAddress } from './public-address.ts';

export interface HostAddress {
  readonly address: string;
  readonly family: number;
}

/** The addresses of a host name. Rejects when it has none. */
export type Resolve = (host: string) => Promise<readonly HostAddress[]>;

export interface ConnectionOptions {
  /** For development: also private addresses, by the system's own names. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs: number;
  /** By default the name servers of this machine. */
  readonly resolve?: Resolve;
  /** Certificates that are trusted besides the usual ones. */
  readonly ca?: string;
}

/** The receiver's name has no public address, or its socket is connected to another. */
class RefusedAddress extends Error {
  override readonly name = 'RefusedAddress';

  constructor() {
    super('the address of the receiver is private or reserved');
  }
}

const resolverMs = 2_500;

/** Sends requests over these connections. The client of HTTP is loaded with the first one: a start does without it. */
export class ReceiverAgent {
  readonly #make: () => Promise<Agent>;
  #agent: Promise<Agent> | null = null;
  #isDestroyed = false;

  constructor(connection: ConnectionOptions, options: Omit<Agent.Options, 'connect'>) {
    this.#make = async () => {
      const undici = await import('undici');
      return new undici.Agent({ ...options, connect: connectReceivers(undici.buildConnector, connection) });
    };
  }

  async request(options: Dispatcher.RequestOptions): Promise<Dispatcher.ResponseData> {
    if (this.#isDestroyed) throw new Error('the service is stopping');
    this.#agent ??= this.#make();
    return (await this.#agent).request(options);
  }

  /** Closes all connections; what is in flight fails. */
  async destroy(): Promise<void> {
    this.#isDestroyed = true;
    await (await this.#agent)?.destroy();
  }
}

function connectReceivers(build: typeof buildConnector, options: ConnectionOptions): buildConnector.connector {
  const { allowsPrivate, timeoutMs, ca } = options;
  const resolve = options.resolve ?? (allowsPrivate ? bySystem : byNameServers());
  const lookup = lookupOf(resolve, allowsPrivate);
  const connect = build({ timeout: timeoutMs, lookup, ...(ca === undefined ? {} : { ca }) });
  if (allowsPrivate) return connect;
  return (request, callback) => {
    const host = request.hostname.replace(/^\[(.*)\]$/, '$1');
    // For a literal address there is no lookup.
    if (isIP(host) !== 0 && !isPublicAddress(host)) return callback(new RefusedAddress(), null);
    connect(request, (...result) => {
      // Null by its type, but absent when the connection has failed.
      const socket = result[1] as Socket | null | undefined;
      if (!socket || isPublicAddress(socket.remoteAddress ?? '')) return callback(...result);
      socket.destroy();
      callback(new RefusedAddress(), null);
    });
  };
}

function lookupOf(resolve: Resolve, allowsPrivate: boolean): LookupFunction {
  return (host, { all, family }, callback) => {
    resolve(host).then(
      (found) => {
        const allowed = found.filter(({ address }) => allowsPrivate || isPublicAddress(address));
        const fitting = allowed.filter((one) => (family !== 4 && family !== 6 ? true : one.family === family));
        const [first] = fitting;
        if (first === undefined) callback(new RefusedAddress(), '');
        else if (all === true) callback(null, [...fitting]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, ''),
    );
  };
}

const bySystem: Resolve = (host) => systemLookup(host, { all: true });

/**
 * Asks the name servers over the network. The system's lookup would occupy one of the process's few threads for as
 * long as a dead name server is silent, and delay the whole service.
 */
function byNameServers(): Resolve {
  const resolver = new Resolver({ timeout: resolverMs, tries: 2 });
  return async (host) => {
    const [four, six] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)]);
    const found = [
      ...(four.status === 'fulfilled' ? four.value.map((address) => ({ address, family: 4 })) : []),
      ...(six.status === 'fulfilled' ? six.value.map((address) => ({ address, family: 6 })) : []),
    ];
    if (found.length === 0 && four.status === 'rejected') throw four.reason;
    return found;
  };
}

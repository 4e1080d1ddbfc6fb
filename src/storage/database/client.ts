/**
 * A connection of `pg` beside Slonik's pools: for notifications, migrations, and the library for jobs. It goes where the
 * route leads at the moment of connecting.
 */
import pg from 'pg';
import { clientConfigOf, Route } from './route.ts';

/** A client that is not connected yet. Throws with one line when the URL is of no use. */
export function createClient(connectionString: string, config: pg.ClientConfig = {}): pg.Client {
  return new (clientClassOf(connectionString))(config);
}

/** For libraries that make the clients themselves. The clients of a class share what they learn about the hosts. */
export function clientClassOf(connectionString: string): new (config?: pg.ClientConfig) => pg.Client {
  const route = new Route(connectionString);
  return class extends pg.Client {
    #hasEnded = false;

    constructor(config: pg.ClientConfig = {}) {
      super({ ...clientConfigOf(route.address, route.address.places[0]), ...config });
    }

    override connect(): Promise<pg.Client>;
    override connect(callback: (error: Error | null) => void): void;
    override connect(callback?: (error: Error | null) => void): Promise<pg.Client> | undefined {
      const placed = this.#goToPlace();
      if (callback === undefined) return placed.then(() => super.connect()).then(() => this);
      // Called by `pg` itself, in the turn in which the server is ready: a pool listens for errors from then on, and the message
      // that the server shuts down may be in the same packet. An error that nobody hears ends the process.
      placed.then(() => super.connect(callback), callback);
      return undefined;
    }

    override end(): Promise<void>;
    override end(callback: (error: Error) => void): void;
    override end(callback?: (error: Error) => void): Promise<void> | undefined {
      this.#hasEnded = true;
      return callback === undefined ? super.end() : void super.end(callback);
    }

    async #goToPlace(): Promise<void> {
      const { host, port, ssl } = await route.place();
      if (this.#hasEnded) throw new Error('The client was ended before it was connected');
      // The library decides on host and TLS in its constructor, which cannot wait for an answer.
      Object.assign(this, { host, port, ssl });
      Object.assign(this.connection, { ssl });
    }
  };
}

/**
 * Finds the place for each new connection to the database. Of several hosts it is the first that accepts and can be
 * written to, asked anew for each connection: after a switchover connections find the new primary by themselves. Never
 * moves a connection that is open: PostgreSQL ends those of a primary that becomes a standby.
 */
import pg from 'pg';
import { type Address, addressOf, type Place } from './address.ts';
import { reasonOf } from './log.ts';

export class Route {
  readonly address: Address;
  /** The host that was the right one last is asked first. */
  #lastHost: string | null = null;
  /** Connections that are opened meanwhile share the question. */
  #choosing: Promise<Place> | null = null;

  /** Throws with one line when the URL is of no use. */
  constructor(connectionString: string) {
    this.address = addressOf(connectionString);
  }

  /** Rejects with the obstacle at each place. With only one place nothing is asked. */
  place(): Promise<Place> {
    const { places, mustBeWritable } = this.address;
    if (places.length === 1 && !mustBeWritable) return Promise.resolve(places[0]);
    this.#choosing ??= this.#choose().finally(() => {
      this.#choosing = null;
    });
    return this.#choosing;
  }

  async #choose(): Promise<Place> {
    const isLast = (place: Place) => hostOf(place) === this.#lastHost;
    const { places } = this.address;
    const obstacles: string[] = [];
    for (const place of [...places.filter(isLast), ...places.filter((place) => !isLast(place))]) {
      const obstacle = await obstacleAt(this.address, place);
      if (obstacle === null) {
        this.#lastHost = hostOf(place);
        return place;
      }
      obstacles.push(`${hostOf(place)}${place.ssl === false ? '' : ' with TLS'}: ${obstacle}`);
    }
    throw new Error(obstacles.join('; '));
  }
}

/** What a client of `pg` needs to connect to the place. */
export function clientConfigOf(address: Address, place: Place): pg.ClientConfig {
  const { user, password, database, options, applicationName, connectTimeoutMs } = address;
  return {
    ...place,
    user,
    password,
    database,
    options,
    application_name: applicationName,
    connectionTimeoutMillis: connectTimeoutMs,
  };
}

function hostOf({ host, port }: Place): string {
  return host.includes(':') ? `[${host}]:${port}` : `${host}:${port}`;
}

/** The reason why the service cannot work there; or null. */
async function obstacleAt(address: Address, place: Place): Promise<string | null> {
  const timeout = { query_timeout: address.connectTimeoutMs };
  const client = new pg.Client({ ...clientConfigOf(address, place), ...timeout });
  client.on('error', () => {});
  try {
    await client.connect();
    if (!address.mustBeWritable) return null;
    const { rows } = await client.query(
      `select pg_is_in_recovery() or current_setting('transaction_read_only')::bool as "isReadOnly"`,
    );
    return rows[0].isReadOnly ? 'the server is read-only' : null;
  } catch (error) {
    return reasonOf(error);
  } finally {
    client.end().catch(() => {});
  }
}

/**
 * Slonik's driver for the places of a route. Slonik knows one place for each driver, so each place that was ever chosen
 * has one; each new connection is made by that of the place chosen for it.
 */
import { createPgDriverFactory } from '@slonik/pg-driver';
import type { Driver, DriverClient, DriverFactory } from 'slonik';
import type { Address, Place } from './address.ts';
import type { Route } from './route.ts';

/**
 * `settings`: Postgres settings of every connection. They are set by a statement: poolers refuse or ignore settings with
 * which a connection begins.
 */
export function driverFactoryOf(route: Route, settings: Readonly<Record<string, string>>): DriverFactory {
  return async ({ driverConfiguration }) => {
    const drivers = new Map<Place, Promise<Driver>>();
    const driverFor = async (): Promise<Driver> => {
      const place = await route.place();
      const known = drivers.get(place);
      if (known !== undefined) return known;
      const connectionUri = uriOf(route.address, place);
      const ssl = place.ssl === false ? {} : { ssl: place.ssl };
      const made = createPgDriverFactory()({ driverConfiguration: { ...driverConfiguration, connectionUri, ...ssl } });
      drivers.set(place, made);
      // Making a driver asks the server for its types, which may fail.
      made.catch(() => drivers.delete(place));
      return made;
    };
    await driverFor();
    return { createClient: async () => prepared(await (await driverFor()).createClient(), settings) };
  };
}

/** Sets the settings on a new connection, which is ended when that fails. */
async function prepared(client: DriverClient, settings: Readonly<Record<string, string>>): Promise<DriverClient> {
  const all = Object.entries(settings);
  if (all.length === 0) return client;
  const calls = all.map((_, place) => `set_config($${2 * place + 1}, $${2 * place + 2}, false)`);
  try {
    client.acquire();
    await client.query(`select ${calls.join(', ')}`, all.flat());
    await client.release();
    return client;
  } catch (error) {
    await client.destroy().catch(() => {});
    throw error;
  }
}

function uriOf(address: Address, place: Place): string {
  const { user = '', password = '', database = '', options, applicationName } = address;
  const query = new URLSearchParams();
  if (options !== undefined) query.set('options', options);
  if (applicationName !== undefined) query.set('application_name', applicationName);
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const host = encodeURIComponent(place.host);
  return `postgres://${account}@${host}:${place.port}/${encodeURIComponent(database)}?${query}`;
}

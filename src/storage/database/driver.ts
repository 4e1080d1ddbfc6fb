/**
 * Slonik's driver for the places of a route. Slonik knows one place for each driver, so each place that was ever chosen
 * has one; each new connection is made by that of the place chosen for it.
 */
import { createPgDriverFactory } from '@slonik/pg-driver';
import type { Driver, DriverFactory } from 'slonik';
import type { Address, Place } from './address.ts';
import type { Route } from './route.ts';

/** `settings`: Postgres settings of every connection. */
export function driverFactoryOf(route: Route, settings: Readonly<Record<string, string>>): DriverFactory {
  return async ({ driverConfiguration }) => {
    const drivers = new Map<Place, Promise<Driver>>();
    const driverFor = async (): Promise<Driver> => {
      const place = await route.place();
      const known = drivers.get(place);
      if (known !== undefined) return known;
      const connectionUri = uriOf(route.address, place, settings);
      const ssl = place.ssl === false ? {} : { ssl: place.ssl };
      const made = createPgDriverFactory()({ driverConfiguration: { ...driverConfiguration, connectionUri, ...ssl } });
      drivers.set(place, made);
      // Making a driver asks the server for its types, which may fail.
      made.catch(() => drivers.delete(place));
      return made;
    };
    await driverFor();
    return { createClient: async () => (await driverFor()).createClient() };
  };
}

function uriOf(address: Address, place: Place, settings: Readonly<Record<string, string>>): string {
  const { user = '', password = '', database = '', options, applicationName } = address;
  const added = Object.entries(settings).map(([name, value]) => `-c ${name}=${value.replaceAll(/([\\\s])/g, '\\$1')}`);
  const query = new URLSearchParams();
  const all = [options ?? '', ...added].filter((option) => option !== '');
  if (all.length > 0) query.set('options', all.join(' '));
  if (applicationName !== undefined) query.set('application_name', applicationName);
  const account = `${encodeURIComponent(user)}:${encodeURIComponent(password)}`;
  const host = encodeURIComponent(place.host);
  return `postgres://${account}@${host}:${place.port}/${encodeURIComponent(database)}?${query}`;
}

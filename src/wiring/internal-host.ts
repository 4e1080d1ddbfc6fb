/**
 * The address that the internal listener binds to: only the advertised one. It listens on every address only if the
 * operator sets that. Fails with one line when the advertised name does not resolve to this machine.
 */
import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { hostname, networkInterfaces } from 'node:os';
import type { Settings } from './settings.ts';

type HostSettings = Pick<Settings, 'ADVERTISE_HOST' | 'INTERNAL_HOST'>;

/** The name under which the other nodes know this one. */
export function advertisedHostOf({ ADVERTISE_HOST }: HostSettings): string {
  return ADVERTISE_HOST ?? hostname();
}

/** INTERNAL_HOST takes precedence over the address that the advertised name resolves to. */
export async function internalHostOf(settings: HostSettings): Promise<string> {
  if (settings.INTERNAL_HOST !== undefined) return settings.INTERNAL_HOST;
  const advertised = advertisedHostOf(settings);
  const found = await lookup(advertised, { all: true }).catch(() => []);
  const addresses = found.map(({ address }) => address);
  const isMeantForLoopback = advertised === 'localhost' || isIP(advertised) !== 0;
  const reachable = addresses.filter((address) => isMeantForLoopback || !isLoopback(address));
  const local = reachable.find(isLocal);
  if (local !== undefined) return local;
  const leads = addresses.length === 0 ? 'does not resolve' : `resolves to ${addresses.join(', ')}`;
  throw new Error(
    `ADVERTISE_HOST ${advertised} ${leads}, where the other nodes do not reach this one: ` +
      'set ADVERTISE_HOST to a name or an address of this machine, or INTERNAL_HOST to the address to listen on',
  );
}

function isLocal(address: string): boolean {
  return isLoopback(address) || interfaceAddresses().includes(address);
}

function isLoopback(address: string): boolean {
  return address === '::1' || address.startsWith('127.');
}

function interfaceAddresses(): readonly string[] {
  return Object.values(networkInterfaces()).flatMap((list) => (list ?? []).map(({ address }) => address));
}

/** The version of the service, from its package.json. */
import { readFileSync } from 'node:fs';

const manifest: unknown = JSON.parse(readFileSync(new URL('../../package.json', import.meta.url), 'utf8'));

export const version = (manifest as { readonly version: string }).version;

/**
 * Starts the shop on the demo event of a service that `npm start` runs: npm run shop. Takes the keys from its `demo.json`,
 * allows the shop to show the map, and tells the map where buyers pay. Variables of the environment win.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createClient, dataOf } from 'usher/client';
import { readSettings, type Settings } from './settings.ts';
import { startShop } from './start.ts';

interface DemoKeys {
  readonly baseUrl: string;
  readonly organizationToken: string;
  readonly publicKey: string;
  readonly eventId: string;
}

const dataDir = process.env.DATA_DIR ?? '.data';
const keys = await readKeys(join(dataDir, 'demo.json'));
const settings = readSettings({
  USHER_URL: keys.baseUrl,
  USHER_API_KEY: keys.organizationToken,
  USHER_PUBLIC_KEY: keys.publicKey,
  USHER_EVENT: keys.eventId,
  SHOP_DATABASE: join(dataDir, 'shop.sqlite'),
  ...process.env,
});
await introduce(settings);
await startShop(settings);

async function readKeys(path: string): Promise<DemoKeys> {
  try {
    return JSON.parse(await readFile(path, 'utf8'));
  } catch (error) {
    throw new Error(`${path} cannot be read: run "npm start" first and leave it running`, { cause: error });
  }
}

/** Other sites that may show the map, and the title and picture of the event, stay as they are. */
async function introduce({ url, usher }: Settings): Promise<void> {
  const client = createClient({ baseUrl: usher.url, apiKey: usher.apiKey });
  const path = '/api/private/management/v2.0/organization-config/';
  const { frameOrigins } = dataOf(await client.GET(path));
  const origins = [...new Set([...frameOrigins, new URL(url).origin])];
  dataOf(await client.PUT(path, { body: { frameOrigins: origins } }));
  const params = { path: { id: usher.event } };
  const face = dataOf(await client.GET('/api/private/v2.0/events/{id}/face/', { params }));
  const body = { ...face, returnUrl: `${url}/checkout` };
  dataOf(await client.PUT('/api/private/v2.0/events/{id}/face/', { params, body }));
}

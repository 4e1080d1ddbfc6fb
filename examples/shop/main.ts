/** Starts the shop with the settings of the environment: node examples/shop/main.ts */
import { readSettings } from './settings.ts';
import { startShop } from './start.ts';

await startShop(readSettings(process.env));

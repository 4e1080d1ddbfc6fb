/**
 * `/usher.js` of the service: the component, which knows the address that it came from, as a module and as the global
 * `usher`.
 */
import { defaults } from './element.ts';
import * as usher from './index.ts';

export * from './index.ts';

defaults.baseUrl = new URL('.', import.meta.url).href;
Object.assign(globalThis, { usher });

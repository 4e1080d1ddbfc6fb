/** The texts of the pages of the webhooks, which are loaded when one of them is opened. */
import english from '../languages/console/webhooks/en.ts';
import { type Loaders, Texts } from '../languages/texts.ts';
import { joined } from './texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/console/webhooks/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/console/webhooks/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/console/webhooks/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/console/webhooks/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/console/webhooks/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/console/webhooks/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/console/webhooks/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/console/webhooks/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/console/webhooks/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

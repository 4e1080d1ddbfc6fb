/** The texts of the views with the rules of an event’s sale, which are loaded when one of them is opened. */
import english from '../languages/console/sale/en.ts';
import { type Loaders, Texts } from '../languages/texts.ts';
import { joined } from './texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/console/sale/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/console/sale/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/console/sale/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/console/sale/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/console/sale/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/console/sale/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/console/sale/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/console/sale/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/console/sale/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

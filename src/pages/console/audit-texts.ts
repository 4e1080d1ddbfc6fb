/** The texts of the pages of the audit, which are loaded when one of them is opened. */
import english from '../languages/console/audit/en.ts';
import { type Loaders, Texts } from '../languages/texts.ts';
import { joined } from './texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/console/audit/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/console/audit/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/console/audit/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/console/audit/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/console/audit/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/console/audit/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/console/audit/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/console/audit/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/console/audit/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

/** The texts of orders, reports, the past and the history of seats, in the language of the console. */
import english from '../../languages/console/evidence/en.ts';
import { type Loaders, Texts } from '../../languages/texts.ts';
import { joined } from '../texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../../languages/console/evidence/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/console/evidence/fr.json', { with: { type: 'json' } }),
  es: () => import('../../languages/console/evidence/es.json', { with: { type: 'json' } }),
  it: () => import('../../languages/console/evidence/it.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/console/evidence/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/console/evidence/pt.json', { with: { type: 'json' } }),
  pl: () => import('../../languages/console/evidence/pl.json', { with: { type: 'json' } }),
  ja: () => import('../../languages/console/evidence/ja.json', { with: { type: 'json' } }),
  ar: () => import('../../languages/console/evidence/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

/** The texts of the box office, in the language of the console. */
import english from '../../languages/console/counter/en.ts';
import { type Loaders, Texts } from '../../languages/texts.ts';
import { joined } from '../texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../../languages/console/counter/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/console/counter/fr.json', { with: { type: 'json' } }),
  es: () => import('../../languages/console/counter/es.json', { with: { type: 'json' } }),
  it: () => import('../../languages/console/counter/it.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/console/counter/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/console/counter/pt.json', { with: { type: 'json' } }),
  pl: () => import('../../languages/console/counter/pl.json', { with: { type: 'json' } }),
  ja: () => import('../../languages/console/counter/ja.json', { with: { type: 'json' } }),
  ar: () => import('../../languages/console/counter/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

/** The texts of the pages of the people of the organization, which are loaded when one of them is opened. */
import english from '../languages/console/people/en.ts';
import { type Loaders, Texts } from '../languages/texts.ts';
import { joined } from './texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/console/people/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/console/people/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/console/people/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/console/people/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/console/people/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/console/people/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/console/people/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/console/people/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/console/people/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

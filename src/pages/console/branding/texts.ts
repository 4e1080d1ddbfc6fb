/** The texts of the page of the organization’s brand, in the language of the console. */
import english from '../../languages/console/branding/en.ts';
import { type Loaders, Texts } from '../../languages/texts.ts';
import { joined } from '../texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../../languages/console/branding/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/console/branding/fr.json', { with: { type: 'json' } }),
  es: () => import('../../languages/console/branding/es.json', { with: { type: 'json' } }),
  it: () => import('../../languages/console/branding/it.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/console/branding/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/console/branding/pt.json', { with: { type: 'json' } }),
  pl: () => import('../../languages/console/branding/pl.json', { with: { type: 'json' } }),
  ja: () => import('../../languages/console/branding/ja.json', { with: { type: 'json' } }),
  ar: () => import('../../languages/console/branding/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

/** The texts of a new event, its set-up and the painting of prices, which are loaded when one of them is opened. */
import english from '../../languages/console/event/en.ts';
import { type Loaders, Texts } from '../../languages/texts.ts';
import { joined } from '../texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../../languages/console/event/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/console/event/fr.json', { with: { type: 'json' } }),
  es: () => import('../../languages/console/event/es.json', { with: { type: 'json' } }),
  it: () => import('../../languages/console/event/it.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/console/event/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/console/event/pt.json', { with: { type: 'json' } }),
  pl: () => import('../../languages/console/event/pl.json', { with: { type: 'json' } }),
  ja: () => import('../../languages/console/event/ja.json', { with: { type: 'json' } }),
  ar: () => import('../../languages/console/event/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

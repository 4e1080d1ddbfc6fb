/** The texts of venues, new layouts and the editor, which are loaded when one of them is opened. */
import english from '../../languages/console/editor/en.ts';
import { type Loaders, Texts } from '../../languages/texts.ts';
import { joined } from '../texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../../languages/console/editor/de.json', { with: { type: 'json' } }),
  fr: () => import('../../languages/console/editor/fr.json', { with: { type: 'json' } }),
  es: () => import('../../languages/console/editor/es.json', { with: { type: 'json' } }),
  it: () => import('../../languages/console/editor/it.json', { with: { type: 'json' } }),
  nl: () => import('../../languages/console/editor/nl.json', { with: { type: 'json' } }),
  pt: () => import('../../languages/console/editor/pt.json', { with: { type: 'json' } }),
  pl: () => import('../../languages/console/editor/pl.json', { with: { type: 'json' } }),
  ja: () => import('../../languages/console/editor/ja.json', { with: { type: 'json' } }),
  ar: () => import('../../languages/console/editor/ar.json', { with: { type: 'json' } }),
};

export const text = await joined(new Texts(english, others));

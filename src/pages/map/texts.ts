/** The texts of the buyer's page, and the languages that it can load. English is in its first script. */
import english from '../languages/buyer/en.ts';
import { Texts } from '../languages/texts.ts';

export const texts = new Texts(english, {
  de: () => import('../languages/buyer/de.json', { with: { type: 'json' } }),
});

export const text = texts.text.bind(texts);

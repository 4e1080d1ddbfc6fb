/** The texts of the buyer's page, and the languages that it can load. English is in its first script. */
import english from '../languages/buyer/en.ts';
import type { English } from '../languages/catalogue.ts';
import type { Language } from '../languages/languages.ts';
import { type Loaders, Texts } from '../languages/texts.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/buyer/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/buyer/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/buyer/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/buyer/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/buyer/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/buyer/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/buyer/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/buyer/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/buyer/ar.json', { with: { type: 'json' } }),
};

export const texts = new Texts(english, others);

export const text = texts.text.bind(texts);

/** All texts of the page in a language, whatever it speaks. */
export async function textsIn(language: Language): Promise<English> {
  return language === 'en' ? english : (await others[language]()).default;
}

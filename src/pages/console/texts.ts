/**
 * The texts of the console in the person's language: the chosen one, else the first of the browser's that has texts, else English.
 * A module that imports this one is evaluated when the texts are there, so its constants may hold texts. Another choice loads the page
 * anew. Parts that the console loads later have catalogues of their own, and `joined` gives them the same language.
 */
import './language.ts';
import type { English } from '../languages/catalogue.ts';
import english from '../languages/console/main/en.ts';
import { speechFor } from '../languages/speech.ts';
import { type Loaders, Texts } from '../languages/texts.ts';
import { chosenLanguage } from './chosen-language.ts';

const others: Loaders<typeof english> = {
  de: () => import('../languages/console/main/de.json', { with: { type: 'json' } }),
  fr: () => import('../languages/console/main/fr.json', { with: { type: 'json' } }),
  es: () => import('../languages/console/main/es.json', { with: { type: 'json' } }),
  it: () => import('../languages/console/main/it.json', { with: { type: 'json' } }),
  nl: () => import('../languages/console/main/nl.json', { with: { type: 'json' } }),
  pt: () => import('../languages/console/main/pt.json', { with: { type: 'json' } }),
  pl: () => import('../languages/console/main/pl.json', { with: { type: 'json' } }),
  ja: () => import('../languages/console/main/ja.json', { with: { type: 'json' } }),
  ar: () => import('../languages/console/main/ar.json', { with: { type: 'json' } }),
};

const texts = new Texts(english, others);
await texts.speak(speechFor([chosenLanguage(), ...navigator.languages])).catch(inEnglish);

export const text = texts.text.bind(texts);

/** The texts of a part, as a function; its module waits for them. */
export async function joined<const Of extends English>(part: Texts<Of>): Promise<Texts<Of>['text']> {
  await part.join().catch(inEnglish);
  return part.text.bind(part);
}

/** The browser has told that a file could not be loaded. */
function inEnglish(): void {}

/**
 * The language of the page: chosen by the shop's page or the address, else by the browser's settings, else English. Sets it on the
 * document. Views wait for it before they show texts; calls to the service do not.
 */
import { speech, speechFor } from '../languages/speech.ts';
import { texts } from './texts.ts';

let isSpoken: Promise<void> = Promise.resolve();

/** Begins to load the language of the first of these tags (BCP 47) that has texts. Never rejects. */
export function speakOneOf(tags: readonly unknown[]): Promise<void> {
  const { documentElement } = document;
  isSpoken = texts
    .speak(speechFor([...tags, ...navigator.languages], texts.languages))
    .catch(reportError)
    .then(() => {
      documentElement.lang = speech().locale;
      documentElement.dir = speech().direction;
    });
  return isSpoken;
}

/** Resolves when the page speaks the language that was chosen last. */
export function spoken(): Promise<void> {
  return isSpoken;
}

/** The language that the person has chosen for the console: kept in the browser, for all of its tabs. */

/** Of the browser's storage. */
export const languageKey = 'usher-console-language';

/** Null: none was chosen, or the browser keeps nothing. */
export function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(languageKey);
  } catch {
    return null;
  }
}

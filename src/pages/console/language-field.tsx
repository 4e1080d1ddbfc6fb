/** The choice of the console's language. Each language is called as its speakers call it. */
import type { ComponentChild } from 'preact';
import { type Language, languages } from '../languages/languages.ts';
import { speech } from '../languages/speech.ts';
import { languageKey } from './chosen-language.ts';
import { text } from './texts.ts';

export const languageNames = languages.map((value) => {
  const name = new Intl.DisplayNames([value], { type: 'language' }).of(value) ?? value;
  return { value, name: name.charAt(0).toLocaleUpperCase(value) + name.slice(1) };
});

export function LanguageField(): ComponentChild {
  const onChange = (event: Event): void => choose((event.target as HTMLSelectElement).value as Language);
  return (
    <select class="language" aria-label={text('language')} value={speech().language} onChange={onChange}>
      {languageNames.map(({ value, name }) => (
        <option key={value} value={value} lang={value}>
          {name}
        </option>
      ))}
    </select>
  );
}

/** Loads the page anew, in this language. The login and unsaved drawings outlive it. */
function choose(language: Language): void {
  localStorage.setItem(languageKey, language);
  location.reload();
}

/** The texts of the brand in one language: those that are set, some that most organizations want to change, and all by a search. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { MessageKey } from '../../../component/message-key.ts';
import { type English, type Entry, ownTextLengthMax } from '../../languages/catalogue.ts';
import type { Language } from '../../languages/languages.ts';
import { Speech, speech } from '../../languages/speech.ts';
import { SelectField, TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { EmptyText } from '../../shared/components/words.tsx';
import { languageNames } from '../language-field.tsx';
import { type Draft, type TextPlace, textAt } from './draft.ts';
import { text } from './texts.ts';

const usual: readonly MessageKey[] = [
  ...(['orderTitle', 'emptyOrder', 'checkOut', 'inLineTitle', 'comeInByItself'] as const),
  ...(['noPassTitle', 'noPassText', 'paying', 'confirmedTitle', 'confirmed'] as const),
];
const foundMax = 15;

interface Properties {
  readonly draft: Draft;
  /** Of the page, in the language. */
  readonly texts: English;
  readonly language: Language;
  readonly problems: ReadonlyMap<string, string>;
  readonly onLanguage: (language: Language) => void;
  readonly onText: (place: TextPlace, value: string) => void;
}

export function TextFields({ draft, texts, language, problems, onLanguage, onText }: Properties): ComponentChild {
  const [wanted, setWanted] = useState('');
  const own = Object.keys(draft.texts[language] ?? {});
  const keys = wanted.trim() === '' ? [...new Set([...own, ...usual])] : keysWith(texts, wanted).slice(0, foundMax);
  const categories = new Intl.PluralRules(language).resolvedOptions().pluralCategories;
  const { direction } = new Speech(language, language);
  return (
    <Card title={text('texts')}>
      <p class="quiet-text">{text('textsHint')}</p>
      <div class="branding__columns">
        <SelectField
          label={text('textLanguage')}
          options={languageNames.map(({ value, name }) => ({ value, label: name }))}
          value={language}
          onChoose={(chosen) => onLanguage(chosen as Language)}
        />
        <TextField label={text('findText')} type="search" value={wanted} onText={setWanted} />
      </div>
      {keys.length === 0 && <EmptyText>{text('noText')}</EmptyText>}
      {keys.flatMap((key) => {
        const entry = texts[key] ?? '';
        const places = typeof entry === 'string' ? [null] : categories;
        return places.map((category) => {
          const field = ['texts', language, key, ...(category === null ? [] : [category])];
          return (
            <TextField
              key={field.join('.')}
              label={category === null ? key : speech().beside([key, category])}
              problem={problems.get(field.join('.')) ?? problems.get(field.slice(0, 3).join('.'))}
              placeholder={formOf(entry, category)}
              maxLength={ownTextLengthMax}
              lang={language}
              dir={direction}
              value={textAt(draft, language, key, category)}
              onText={(value) => onText({ language, key, category }, value)}
            />
          );
        });
      })}
    </Card>
  );
}

function formOf(entry: Entry, category: Intl.LDMLPluralRule | null): string {
  return typeof entry === 'string' ? entry : (entry[category ?? 'other'] ?? entry.other);
}

/** The keys that have all words, in their name or in their text. */
function keysWith(texts: English, wanted: string): string[] {
  const parts = wanted.toLocaleLowerCase().split(/\s+/).filter(Boolean);
  return Object.entries(texts).flatMap(([key, entry]) => {
    const whole = `${key} ${typeof entry === 'string' ? entry : Object.values(entry).join(' ')}`.toLocaleLowerCase();
    return parts.every((part) => whole.includes(part)) ? [key] : [];
  });
}

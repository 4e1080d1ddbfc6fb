/** A small picture of the buyer's page with the brand as it is typed, in one theme. The logo of another site cannot be shown here (docs/branding.md). */
import type { ComponentChild, CSSProperties } from 'preact';
import type { MessageKey } from '../../../component/message-key.ts';
import { type English, filled } from '../../languages/catalogue.ts';
import type { Language } from '../../languages/languages.ts';
import { Speech } from '../../languages/speech.ts';
import { pageColours, type ThemeName, variablesOf } from '../../shared/brand-colours.ts';
import { useDesk } from '../desk.ts';
import { readableOf } from './colour-fields.tsx';
import { type Draft, entryAt } from './draft.ts';
import { text } from './texts.ts';

interface Properties {
  readonly theme: ThemeName;
  readonly draft: Draft;
  /** Of the page, in the language. */
  readonly texts: English;
  readonly language: Language;
}

const tickets = 2;

export function Preview({ theme, draft, texts, language }: Properties): ComponentChild {
  const { organization } = useDesk();
  const speech = new Speech(language, language);
  const shown = (key: MessageKey): string =>
    filled(entryAt(draft, language, key) ?? texts[key] ?? '', { count: tickets }, speech);
  const colours = variablesOf({ ...pageColours[theme], ...readableOf(draft.colours[theme]) });
  return (
    <figure class="brand-preview">
      <figcaption>{text(theme)}</figcaption>
      <div
        class={`brand-preview__page ${theme}`}
        lang={language}
        dir={speech.direction}
        style={colours as CSSProperties}
      >
        <div class="brand-preview__head">
          {draft.logoUrl !== '' && <span class="brand-preview__logo">{draft.logoAlt || text('logo')}</span>}
          <strong dir="auto">{organization.name}</strong>
        </div>
        <div class="brand-preview__floor">
          <p>{shown('available')}</p>
        </div>
        <div class="brand-preview__order">
          <strong>{shown('orderTitle')}</strong>
          <p>{shown('emptyOrder')}</p>
          <p>{shown('tickets')}</p>
          <span class="brand-preview__button">{shown('checkOut')}</span>
        </div>
      </div>
    </figure>
  );
}

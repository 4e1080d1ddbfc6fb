/** The colours of one theme, and how well each pair of them can be read. */
import type { ComponentChild } from 'preact';
import { speech } from '../../languages/speech.ts';
import {
  type BrandColour,
  brandColours,
  colourOf,
  contrastsOf,
  type PairedColour,
  pageColours,
  ratioText,
  type ThemeColours,
  type ThemeName,
} from '../../shared/brand-colours.ts';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { Badge } from '../../shared/components/words.tsx';
import { text } from './texts.ts';

const colourShape = /^#[0-9a-f]{6}$/i;

interface Properties {
  readonly theme: ThemeName;
  readonly colours: ThemeColours;
  /** An empty value: that of the page. */
  readonly onColour: (colour: BrandColour, value: string) => void;
}

export function ThemeFields({ theme, colours, onColour }: Properties): ComponentChild {
  const readable = readableOf(colours);
  return (
    <Card title={text(theme)}>
      <div class="branding__columns">
        {brandColours.map((colour) => {
          const value = colours[colour] ?? '';
          const isWrong = value !== '' && !colourShape.test(value);
          const onInput = (event: Event): void => onColour(colour, (event.target as HTMLInputElement).value);
          return (
            <div class="branding__colour" key={colour}>
              <TextField
                label={text(colour)}
                problem={isWrong ? text('notAColour') : undefined}
                placeholder={pageColours[theme][colour]}
                maxLength={7}
                spellcheck={false}
                value={value}
                onText={(typed) => onColour(colour, typed.trim())}
              />
              <input
                type="color"
                aria-label={text('chooseColour', { name: text(colour), theme: text(theme) })}
                value={colourOf(theme, readable, colour)}
                onInput={onInput}
              />
            </div>
          );
        })}
      </div>
      <Contrasts theme={theme} colours={readable} />
    </Card>
  );
}

/** The pairs of brand colours always, those with the page's own only when they cannot be read. */
function Contrasts({ theme, colours }: Pick<Properties, 'theme' | 'colours'>): ComponentChild {
  const isOwn = (colour: PairedColour): boolean => (brandColours as readonly PairedColour[]).includes(colour);
  const shown = contrastsOf(theme, colours).filter(
    (pair) => !pair.isEnough || (isOwn(pair.text) && isOwn(pair.ground)),
  );
  return (
    <>
      <p class="quiet-text">{text('contrastHint')}</p>
      <ul class="branding__contrasts" aria-live="polite">
        {shown.map(({ text: ink, ground, ratio, isEnough }) => (
          <li key={`${ink} ${ground}`}>
            <span>{speech().beside([text(ink), text(ground)])}</span>
            <Badge look={isEnough ? 'good' : 'bad'}>
              {text(isEnough ? 'enough' : 'tooLow', { ratio: ratioText(ratio) })}
            </Badge>
          </li>
        ))}
      </ul>
    </>
  );
}

/** Without those that are no colour yet. */
export function readableOf(colours: ThemeColours): ThemeColours {
  return Object.fromEntries(Object.entries(colours).filter(([, value]) => colourShape.test(value ?? '')));
}

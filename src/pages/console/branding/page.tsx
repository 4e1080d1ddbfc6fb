/** The page of the organization's brand: its fields, what buyers will see of it, and the steps back. */
import type { ComponentChild } from 'preact';
import { useState } from 'preact/hooks';
import type { components } from '../../../client/index.ts';
import type { Language } from '../../languages/languages.ts';
import { speech } from '../../languages/speech.ts';
import { textsIn } from '../../map/texts.ts';
import { themes } from '../../shared/brand-colours.ts';
import { Button } from '../../shared/components/button.tsx';
import { ErrorText } from '../../shared/components/dialogs.tsx';
import { TextField } from '../../shared/components/fields.tsx';
import { Card } from '../../shared/components/frames.tsx';
import { useAction } from '../../shared/components/use-action.ts';
import { Ask } from '../ask.tsx';
import { useDesk, useTitle, useUnsaved } from '../desk.ts';
import { Read, useReading } from '../reading.tsx';
import { problemText, Refusal } from '../refusal.ts';
import { text as words } from '../texts.ts';
import { ThemeFields } from './colour-fields.tsx';
import { begin, bodyOf, change, type Draft, type Drafting, redo, undo, withColour, withText } from './draft.ts';
import { Preview } from './preview.tsx';
import { TextFields } from './text-fields.tsx';
import { text } from './texts.ts';

type Stored = components['schemas']['Brand'] | null;

const path = '/api/private/management/v2.0/branding/';

export function BrandingPage(): ComponentChild {
  const { service } = useDesk();
  const reading = useReading('branding', () => service.ask((client) => client.GET(path)));
  useTitle(words('branding'));
  return (
    <>
      <div class="page-head">
        <h1>{words('branding')}</h1>
      </div>
      <p class="quiet-text">{text('intro')}</p>
      <Read reading={reading} waiting={words('reading')}>
        {({ brand }) => <BrandForm key={JSON.stringify(brand)} stored={brand} onRemoved={reading.now} />}
      </Read>
    </>
  );
}

function BrandForm({ stored, onRemoved }: { readonly stored: Stored; readonly onRemoved: () => void }) {
  const { service, tell } = useDesk();
  const [drafting, setDrafting] = useState(() => begin(stored));
  const [language, setLanguage] = useState<Language>(speech().language);
  const { isBusy, failure, run } = useAction();
  const catalogue = useReading(language, () => textsIn(language));
  const draft = drafting.now;
  useUnsaved(drafting.now !== drafting.saved);
  const set = (field: string, next: Draft): void => setDrafting((before) => change(before, field, next));
  const problems = problemsOf(failure);
  const save = (event: Event): void => {
    event.preventDefault();
    void run(async () => {
      const brand = await service.ask((client) => client.PUT(path, { body: bodyOf(draft) }));
      setDrafting(begin(brand));
      tell(text('stored'));
    });
  };
  return (
    <form class="branding" onSubmit={save}>
      <div class="branding__fields">
        <LogoFields draft={draft} problems={problems} onChange={set} />
        {themes.map((theme) => (
          <ThemeFields
            key={theme}
            theme={theme}
            colours={draft.colours[theme]}
            onColour={(colour, value) => set(`${theme} ${colour}`, withColour(draft, theme, colour, value))}
          />
        ))}
        <Read reading={catalogue}>
          {(texts) => (
            <TextFields
              draft={draft}
              texts={texts}
              language={language}
              problems={problems}
              onLanguage={setLanguage}
              onText={(place, value) => set(JSON.stringify(place), withText(draft, place, value))}
            />
          )}
        </Read>
      </div>
      <section class="branding__preview" aria-label={text('preview')}>
        {catalogue.value !== null &&
          themes.map((theme) => (
            <Preview key={theme} theme={theme} draft={draft} texts={catalogue.value ?? {}} language={language} />
          ))}
      </section>
      <div class="branding__buttons">
        <ErrorText text={failure === null ? '' : problemText(failure)} />
        <Steps drafting={drafting} isBusy={isBusy} onStep={setDrafting} onRemoved={onRemoved} />
      </div>
    </form>
  );
}

interface LogoProperties {
  readonly draft: Draft;
  readonly problems: ReadonlyMap<string, string>;
  readonly onChange: (field: string, next: Draft) => void;
}

function LogoFields({ draft, problems, onChange }: LogoProperties): ComponentChild {
  return (
    <Card title={text('logo')}>
      <TextField
        label={text('logoUrl')}
        hint={text('logoUrlHint')}
        problem={problems.get('logoUrl')}
        type="url"
        value={draft.logoUrl}
        onText={(logoUrl) => onChange('logoUrl', { ...draft, logoUrl })}
      />
      <TextField
        label={text('logoAlt')}
        hint={text('logoAltHint')}
        problem={problems.get('logoAlt')}
        maxLength={255}
        value={draft.logoAlt}
        onText={(logoAlt) => onChange('logoAlt', { ...draft, logoAlt })}
      />
    </Card>
  );
}

interface StepsProperties {
  readonly drafting: Drafting;
  readonly isBusy: boolean;
  readonly onStep: (next: Drafting) => void;
  readonly onRemoved: () => void;
}

function Steps({ drafting, isBusy, onStep, onRemoved }: StepsProperties): ComponentChild {
  const { open } = useDesk();
  const { saved, now, past, future } = drafting;
  return (
    <div class="row">
      <Button look="primary" isOff={isBusy || now === saved}>
        {words('save')}
      </Button>
      <Button isOff={past.length === 0} onPress={() => onStep(undo(drafting))}>
        {text('undo')}
      </Button>
      <Button isOff={future.length === 0} onPress={() => onStep(redo(drafting))}>
        {text('redo')}
      </Button>
      <Button isOff={now === saved} onPress={() => onStep(change(drafting, '', saved))}>
        {text('revert')}
      </Button>
      <Button look="quiet" onPress={() => open(<RemoveQuestion onRemoved={onRemoved} />)}>
        {text('removeAsk')}
      </Button>
    </div>
  );
}

/** What the service has said of each field. */
function problemsOf(failure: unknown): ReadonlyMap<string, string> {
  const errors = failure instanceof Refusal ? (failure.problem?.errors ?? []) : [];
  return new Map(errors.map(({ field, message }) => [field, message]));
}

function RemoveQuestion({ onRemoved }: { readonly onRemoved: () => void }): ComponentChild {
  const { service, tell } = useDesk();
  const remove = async (): Promise<null> => {
    await service.ask((client) => client.DELETE(path));
    onRemoved();
    tell(text('removed'));
    return null;
  };
  return (
    <Ask title={text('removeTitle')} action={words('remove')} look="danger" onAction={remove}>
      <p>{text('removeEffect')}</p>
    </Ask>
  );
}

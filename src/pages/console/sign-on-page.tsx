/**
 * The page of an organization's sign-on: sends the person to the provider, and lets in the person whom the provider has sent
 * back. Says why somebody is not let in.
 */
import type { ComponentChild } from 'preact';
import { useEffect } from 'preact/hooks';
import { useAction } from '../shared/components/use-action.ts';
import { useTitle } from './desk.ts';
import { EntryForm } from './entry-form.tsx';
import type { Login } from './login.ts';
import { entryText } from './refusal.ts';
import { keepSignOn } from './sign-on.ts';
import { text } from './texts.ts';

interface Properties {
  readonly login: Login;
  /** Of the link; null: this browser has not kept the one that it began with. */
  readonly publicKey: string | null;
  /** What the provider has sent the person back with; null: the person has not been there. */
  readonly answer: string | null;
  readonly onOpen: () => void;
}

export function SignOnPage({ login, publicKey, answer, onOpen }: Properties): ComponentChild {
  const { isBusy, failure, run } = useAction();
  useTitle(text('logIn'));
  useEffect(() => {
    if (answer === null) return;
    void run(async () => {
      await login.completeSignOn(answer);
      onOpen();
    });
  }, []);
  const begin = (): void => {
    void run(async () => {
      const key = publicKey ?? '';
      const address = await login.beginSignOn(key);
      keepSignOn(key);
      location.assign(address);
    });
  };
  return (
    <EntryForm
      heading={text('logInTitle')}
      label={text('signOn')}
      problem={entryText(failure)}
      isBusy={isBusy}
      onSubmit={begin}
    >
      <p class="quiet-text">{text(isBusy ? 'signOnGoing' : 'signOnText')}</p>
      <a href="#/events">{text('passwordInstead')}</a>
    </EntryForm>
  );
}

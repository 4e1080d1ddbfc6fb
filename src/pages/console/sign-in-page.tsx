/** The page to log in, with email and password. */
import type { ComponentChild } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { ErrorText } from '../shared/components/dialogs.tsx';
import { TextField } from '../shared/components/fields.tsx';
import { useAction } from '../shared/components/use-action.ts';
import { useTitle } from './desk.ts';
import type { Login } from './login.ts';
import { problemText, Refusal } from './refusal.ts';

interface Properties {
  readonly login: Login;
  readonly onOpen: () => void;
  /** Why the person has to log in again; may be empty. */
  readonly reason: string;
}

export function SignInPage({ login, onOpen, reason }: Properties): ComponentChild {
  const [email, setEmail] = useState('');
  const [password, setPassword] = useState('');
  const [isTried, setIsTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const { isBusy, failure, run } = useAction();
  useTitle('Log in');
  useEffect(() => form.current?.querySelector('input')?.focus(), []);
  const submit = (event: Event): void => {
    event.preventDefault();
    setIsTried(true);
    void run(async () => {
      await login.open(email, password);
      onOpen();
    });
  };
  return (
    <main class="sign-in">
      <form class="card" ref={form} onSubmit={submit}>
        <div class="brand">
          <img src="../pages/console/usher.svg" alt="" />
          Usher
        </div>
        <h1>Log in to the console</h1>
        <TextField label="Email" type="email" autoComplete="username" required value={email} onText={setEmail} />
        <TextField
          label="Password"
          type="password"
          autoComplete="current-password"
          required
          value={password}
          onText={setPassword}
        />
        <ErrorText text={isTried ? refusalText(failure) : reason} />
        <Button look="primary" isOff={isBusy}>
          Log in
        </Button>
      </form>
    </main>
  );
}

/** A wrong password is no lack of rights. */
function refusalText(failure: unknown): string {
  if (failure === null) return '';
  return failure instanceof Refusal && failure.status === 403 ? failure.message : problemText(failure);
}

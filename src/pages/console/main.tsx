/** The console: asks for a login, then shows the frame with its pages, until the login ends. */
import type { ComponentChild } from 'preact';
import { render } from 'preact';
import { speech } from '../languages/speech.ts';
import { invitationNow, leaveLink, signOnNow, takeSignOnAnswer } from './address.ts';
import { Frame } from './frame.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { Login } from './login.ts';
import { Service } from './service.ts';
import { SignInPage } from './sign-in-page.tsx';
import { SignOnPage } from './sign-on-page.tsx';
import { text } from './texts.ts';

document.documentElement.lang = speech().locale;
document.documentElement.dir = speech().direction;
const app = document.getElementById('app') as HTMLElement;
const login = new Login((isWanted) => show(isWanted ? '' : text('loginEnded')));
const service = new Service(login);
let answer = takeSignOnAnswer();
show();

// A link may be opened in a tab that shows the console, and the ways to log in are links.
addEventListener('hashchange', () => {
  answer = null;
  if (invitationNow() !== null || login.person === null) show();
});

function enter(): void {
  answer = null;
  leaveLink();
  show();
}

/** `reason`: why the person has to log in again. */
function show(reason = ''): void {
  render(pageNow(reason), app);
}

function pageNow(reason: string): ComponentChild {
  const token = invitationNow();
  if (token !== null) return <InvitationPage key={token} login={login} token={token} onOpen={enter} />;
  const publicKey = signOnNow();
  const { person } = login;
  if (answer !== null || (person === null && publicKey !== null)) {
    return <SignOnPage key={answer} login={login} publicKey={publicKey} answer={answer} onOpen={enter} />;
  }
  if (person === null) return <SignInPage login={login} onOpen={() => show()} reason={reason} />;
  return <Frame service={service} email={person.email} onLogOut={() => void login.close()} />;
}

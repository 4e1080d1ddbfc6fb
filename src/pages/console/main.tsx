/** The console: asks for a login, then shows the frame with its pages, until the login ends. */
import { render } from 'preact';
import { speech } from '../languages/speech.ts';
import { invitationNow, leaveInvitation } from './address.ts';
import { Frame } from './frame.tsx';
import { InvitationPage } from './invitation-page.tsx';
import { Login } from './login.ts';
import { Service } from './service.ts';
import { SignInPage } from './sign-in-page.tsx';
import { text } from './texts.ts';

document.documentElement.lang = speech().locale;
document.documentElement.dir = speech().direction;
const app = document.getElementById('app') as HTMLElement;
const login = new Login((isWanted) => show(isWanted ? '' : text('loginEnded')));
const service = new Service(login);
show();

// A link may be opened in a tab that shows the console.
addEventListener('hashchange', () => invitationNow() !== null && show());

function enter(): void {
  leaveInvitation();
  show();
}

/** `reason`: why the person has to log in again. */
function show(reason = ''): void {
  const { person } = login;
  const token = invitationNow();
  const page =
    token !== null ? (
      <InvitationPage key={token} login={login} token={token} onOpen={enter} />
    ) : person === null ? (
      <SignInPage login={login} onOpen={() => show()} reason={reason} />
    ) : (
      <Frame service={service} email={person.email} onLogOut={() => void login.close()} />
    );
  render(page, app);
}

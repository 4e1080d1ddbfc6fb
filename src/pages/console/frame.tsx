/**
 * The frame of the console: the bar with the navigation, the page that the address names, the messages and the dialog
 * of the moment.
 */
import type { ComponentChild } from 'preact';
import { useLayoutEffect, useMemo, useRef, useState } from 'preact/hooks';
import { Button } from '../shared/components/button.tsx';
import { Toasts } from '../shared/components/frames.tsx';
import { onGoing, type Place, placeNow } from './address.ts';
import { type Desk, DeskContext } from './desk.ts';
import { EventPage } from './event-page.tsx';
import { EventsPage } from './events-page.tsx';
import { keepFocus } from './kept-focus.ts';
import { KeysPage } from './keys-page.tsx';
import { LanguageField } from './language-field.tsx';
import { Later } from './later.tsx';
import { useLeaving } from './leaving.tsx';
import { Read, useReading } from './reading.tsx';
import { mayForAll, type Rights } from './rights.ts';
import type { Service } from './service.ts';
import { text } from './texts.ts';

/** `role`: the least one that sees it. All but the events belong to the whole organization. */
const sections = [
  { name: 'events', label: text('events'), address: '#/events', role: 'VIEWER' },
  { name: 'venues', label: text('venues'), address: '#/venues', role: 'MANAGER' },
  { name: 'branding', label: text('branding'), address: '#/branding', role: 'MANAGER' },
  { name: 'webhooks', label: text('webhooks'), address: '#/webhooks', role: 'MANAGER' },
  { name: 'people', label: text('people'), address: '#/people', role: 'OWNER' },
  { name: 'keys', label: text('apiKeys'), address: '#/keys', role: 'MANAGER' },
  { name: 'audit', label: text('audit'), address: '#/audit', role: 'OWNER' },
] as const;
const toastMs = 6_000;
/** More of them would hide the page on a phone. */
const toastsMax = 3;

interface Person {
  readonly email: string;
  readonly onLogOut: () => void;
}

interface Properties extends Person {
  readonly service: Service;
}

/** Reads what every page needs, then shows the pages. */
export function Frame({ service, ...person }: Properties): ComponentChild {
  const reading = useReading('organization', async () => {
    const [keys, { user }] = await Promise.all([
      service.ask((client) => client.GET('/api/private/management/v2.0/api-keys/')),
      service.ask((client) => client.GET('/api/auth/user/')),
    ]);
    return { organization: { name: keys.organizationName, publicKey: keys.publicKey }, rights: user };
  });
  const isThere = reading.value !== null && reading.failure === null;
  const content = <Read reading={reading}>{(known) => <Pages service={service} {...known} person={person} />}</Read>;
  return isThere ? content : <main>{content}</main>;
}

function Pages({
  service,
  organization,
  rights,
  person,
}: Pick<Desk, 'service' | 'organization' | 'rights'> & { readonly person: Person }) {
  const [place, setPlace] = useState(placeNow);
  const [dialog, open] = useState<ComponentChild>(null);
  const { toasts, tell } = useToasts();
  const main = useRef<HTMLElement>(null);
  const { setUnsaved, mayGo } = useLeaving(open);
  const desk = useMemo(
    () => ({ service, organization, rights, tell, open, setUnsaved }),
    [service, organization, rights],
  );
  // Before the browser does anything else: an address that changes between the first picture and an effect would be taken for the shown one.
  useLayoutEffect(
    () =>
      onGoing((next) => {
        open(null);
        setPlace(next);
      }, mayGo),
    [],
  );
  useLayoutEffect(() => keepFocus(document.body), []);
  const onLogOut = (): void => {
    if (mayGo(person.onLogOut)) person.onLogOut();
  };
  useLayoutEffect(() => {
    main.current?.focus({ preventScroll: true });
    window.scrollTo(0, 0);
  }, [place]);
  return (
    <DeskContext.Provider value={desk}>
      <TopBar
        section={place.section}
        organization={organization.name}
        rights={rights}
        {...person}
        onLogOut={onLogOut}
      />
      <main id="content" tabIndex={-1} ref={main}>
        <PageAt {...place} />
      </main>
      {dialog}
      <Toasts texts={toasts} />
    </DeskContext.Provider>
  );
}

function PageAt({ section, id, view, detail, session }: Place): ComponentChild {
  if (section === 'webhooks') {
    return (
      <Later key="webhooks" name="webhooks" load={() => import('./webhook-pages.ts')}>
        {({ WebhookPage, WebhooksPage }) =>
          id === undefined ? <WebhooksPage /> : <WebhookPage key={id} id={Number(id)} />
        }
      </Later>
    );
  }
  if (section === 'people') {
    return (
      <Later key="people" name="people" load={() => import('./people-page.tsx')}>
        {({ PeoplePage }) => <PeoplePage />}
      </Later>
    );
  }
  if (section === 'branding') {
    return (
      <Later key="branding" name="branding" load={() => import('./branding/page.tsx')}>
        {({ BrandingPage }) => <BrandingPage />}
      </Later>
    );
  }
  if (section === 'audit') {
    return (
      <Later key="audit" name="audit" load={() => import('./audit-page.tsx')}>
        {({ AuditPage }) => <AuditPage />}
      </Later>
    );
  }
  if (section === 'keys') return <KeysPage />;
  if (section === 'venues') return <VenuePageAt id={id} view={view} />;
  return id === undefined ? (
    <EventsPage />
  ) : (
    <EventPage key={id} id={id} view={view} detail={detail} session={session} />
  );
}

/** `view`: `new`, or the id of a layout. */
function VenuePageAt({ id, view }: Pick<Place, 'id' | 'view'>): ComponentChild {
  return (
    <Later key="venues" name="venues" load={() => import('./editor/pages.ts')}>
      {({ VenuesPage, NewLayoutPage, EditorPage }) => {
        if (id === undefined || view === undefined) return <VenuesPage />;
        if (view === 'new') return <NewLayoutPage key={id} venueId={Number(id)} />;
        return <EditorPage key={view} schemaId={Number(view)} />;
      }}
    </Later>
  );
}

interface BarProperties extends Person {
  readonly section: Place['section'];
  readonly organization: string;
  readonly rights: Rights;
}

function TopBar({ section, organization, rights, email, onLogOut }: BarProperties): ComponentChild {
  const seen = sections.filter(({ name, role }) => name === 'events' || mayForAll(rights, role));
  return (
    <header class="top-bar">
      <a class="brand" href="#/events">
        <img src="../pages/console/usher.svg" alt="" />
        Usher
      </a>
      <nav aria-label={text('mainNavigation')}>
        {seen.map(({ name, label, address }) => (
          <a key={name} href={address} aria-current={name === section ? 'page' : undefined}>
            {label}
          </a>
        ))}
      </nav>
      <div class="person">
        <LanguageField />
        <div class="names">
          <strong>{organization}</strong>
          <span>{email}</span>
        </div>
        <Button look="quiet" onPress={onLogOut}>
          {text('logOut')}
        </Button>
      </div>
    </header>
  );
}

/** Short messages; each goes after some seconds. */
function useToasts(): { readonly toasts: ReadonlyMap<number, string>; tell(message: string): void } {
  const [toasts, setToasts] = useState<ReadonlyMap<number, string>>(new Map());
  const told = useRef(0);
  const tell = (message: string): void => {
    const key = ++told.current;
    setToasts((shown) => new Map([...[...shown].slice(1 - toastsMax), [key, message]]));
    setTimeout(() => setToasts((shown) => new Map([...shown].filter(([one]) => one !== key))), toastMs);
  };
  return { toasts, tell };
}

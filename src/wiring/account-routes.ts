/** The routes of organizations, of their settings and of the people who log in for them. */
import { invitations } from '#http/auth/invitations.ts';
import { loginRoutes } from '#http/auth/logins.ts';
import { ProviderCalls } from '#http/auth/provider-calls.ts';
import { signOnRoutes } from '#http/auth/sign-on.ts';
import { SignOnProviders } from '#http/auth/sign-on-provider.ts';
import { apiKeys } from '#http/management/api-keys.ts';
import { branding } from '#http/management/branding.ts';
import { organizationConfig } from '#http/management/organization-config.ts';
import { organizations } from '#http/management/organizations.ts';
import { passKeys } from '#http/management/pass-keys.ts';
import { people } from '#http/management/people.ts';
import { sessionConfig } from '#http/management/session-config.ts';
import { signOnSettings } from '#http/management/sign-on.ts';
import type { Route } from '#http/pipeline/route.ts';
import { Logins } from '#storage/catalog/logins.ts';
import { Organizations } from '#storage/catalog/organizations.ts';
import type { PassKeys } from '#storage/catalog/pass-keys.ts';
import { PasswordChecks } from '#storage/catalog/password-checks.ts';
import { People } from '#storage/catalog/people.ts';
import { SignOns } from '#storage/catalog/sign-ons.ts';
import type { RouteWorld } from './route-world.ts';

export function accountRoutes(world: RouteWorld, storedPassKeys: PassKeys): readonly Route[] {
  const { settings, persistence, sealer, removal, clock, log } = world;
  const { pool, policies, brands, notifications, clusterVersion } = persistence;
  const publicUrl = settings.PUBLIC_URL;
  const now = (): number => clock.now();
  const passwords = new PasswordChecks();
  const members = new People(pool, notifications, passwords);
  const records = new Organizations(pool, sealer);
  const logins = new Logins({ pool, sealer, notifications, passwords, log });
  const signOns = new SignOns(pool, sealer, notifications);
  const providers = new SignOnProviders(new ProviderCalls({ allowsPrivate: settings.SIGN_ON_ALLOW_PRIVATE }), now);
  return [
    ...organizations({ organizations: records, removal, passwords }),
    ...apiKeys(records),
    ...sessionConfig(policies),
    ...organizationConfig(policies),
    ...branding(brands),
    ...passKeys({ passKeys: storedPassKeys, now }),
    ...people({ people: members, clusterVersion, publicUrl }),
    ...signOnSettings({ signOns, providers, clusterVersion }),
    ...loginRoutes(logins),
    ...signOnRoutes({ signOns, logins, providers, sealer, now, publicUrl }),
    ...invitations(members),
  ];
}

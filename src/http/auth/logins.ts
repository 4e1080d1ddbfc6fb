/**
 * Logins of an organization's users: open one with email and password, renew it, end it. A wrong password, an unknown
 * user and a user without an organization get the same answer. Never logs or echoes a password or a token.
 */
import { z } from 'zod';
import { constraint } from '#codec/constraint.ts';
import { longId, text } from '#codec/fields.ts';
import type { Login, Logins, LoginUser } from '#storage/catalog/logins.ts';
import { roles } from '#storage/catalog/roles.ts';
import { may } from '../pipeline/access.ts';
import { notLoggedIn } from '../pipeline/authenticate.ts';
import { defineRoute, type Route, type RouteResult, type RouteSuccess } from '../pipeline/route.ts';
import { unknownMembers, warnings, withWarnings } from '../pipeline/unknown-members.ts';

const prefix = '/api/auth/';
const tag = 'Logins';
const textLengthMax = 255;

const tokenCall = {
  method: 'POST',
  tag,
  caller: 'anonymous',
  bodyLimitBytes: 16 * 1024,
  // A token must not be read from a record.
  idempotency: 'none',
} as const;

const credentials = z.looseObject({
  username: text(1, textLengthMax),
  password: text(1, textLengthMax),
  organizationId: longId.nullish().meta({
    description:
      'The organization to log in to, for a user of several. Absent: the oldest one that the password opens.',
  }),
});
const renewal = z.looseObject({ refreshToken: text(1, textLengthMax) });
const ending = z.looseObject({
  refreshToken: text(1, textLengthMax).nullish(),
  token: text(1, textLengthMax).nullish(),
});

const userSchema = z
  .object({
    id: longId,
    email: z.string(),
    name: z.string(),
    organizationId: longId,
    organizationToken: z.string().nullable().meta({ description: 'Null: the role is not OWNER.' }),
    role: z.enum(roles).meta({ description: 'What the user may do for the organization.' }),
    events: z.array(z.uuid()).nullable().meta({ description: 'The events that the user is limited to; null: all.' }),
  })
  .meta({ id: 'LoginUser' });

const answer = z
  .object({ success: z.literal(true), token: z.string(), refreshToken: z.string(), user: userSchema, warnings })
  .meta({ id: 'Login' });

const token = 'usher_log_4vJ9m1nQXk0r2LrVw0m7b1s6Zt3yUeHc5aFgJkLpQ';
const example = {
  success: true,
  token,
  refreshToken: token,
  user: {
    id: 5,
    email: 'ada@theatre.example',
    name: 'Ada Admin',
    organizationId: 12,
    organizationToken: 'usher_org_4vJ9m1nQXk0r2LrVw0m7b1s6Zt3yUeHc5aFgJkLpQ',
    role: 'OWNER',
    events: null,
  },
};
export const loginResponses = { 200: { description: 'The tokens and their user.', schema: answer, example } };

export function loginRoutes(logins: Logins): readonly Route[] {
  return [login(logins), refresh(logins), logout(logins), currentUser(logins)];
}

function login(logins: Logins): Route {
  return defineRoute({
    ...tokenCall,
    path: `${prefix}login`,
    operationId: 'login',
    summary: 'Log in with email and password',
    description:
      'The token is valid for one hour, the refresh token for 30 days and one use. A wrong password, an unknown user and an organization whose people ' +
      'log in by its sign-on only get the same answer. ' +
      'From the fifth failure in a row of a user at one address on, every failure starts a pause: 5 seconds at first, twice as long each time, up to 15 minutes. ' +
      'During a pause every attempt is refused with 403 ACCESS_DENIED and `Retry-After`.',
    limit: 'logins',
    body: credentials,
    requestExample: { username: 'ada@theatre.example', password: 'correct horse battery' },
    responses: loginResponses,
    errors: ['ACCESS_DENIED'],
    handle: async ({ body, clientAddress }) => {
      const { username, password, organizationId = null } = body;
      if (organizationId !== null && (await logins.isLocalLoginOff(organizationId))) {
        return denied('The people of this organization log in by its sign-on.');
      }
      const opened = await logins.open(username, password, clientAddress, organizationId);
      if ('token' in opened) return withWarnings(presentLogin(opened), unknownMembers(credentials, body));
      const { pauseSeconds } = opened;
      if (pauseSeconds === null)
        return denied('The username or the password is wrong. Organizations with a sign-on may take no password.');
      return denied('There were too many failures; wait before the next attempt.', pauseSeconds);
    },
  });
}

function refresh(logins: Logins): Route {
  return defineRoute({
    ...tokenCall,
    path: `${prefix}refresh`,
    operationId: 'refreshLogin',
    summary: 'Renew a login',
    description:
      'Returns new tokens; both earlier ones become invalid. A refresh token works once: a second use ends the login and all tokens that ' +
      'descend from it, because the token may have been stolen. Within 10 seconds of the newest renewal a second use is only refused, ' +
      'because pages of one user may renew at the same moment.',
    body: renewal,
    requestExample: { refreshToken: token },
    responses: loginResponses,
    errors: ['ACCESS_DENIED'],
    handle: async ({ body }) => {
      const renewed = await logins.renew(body.refreshToken);
      if (renewed === null) return denied('The refresh token is unknown, used or expired.');
      return withWarnings(presentLogin(renewed), unknownMembers(renewal, body));
    },
  });
}

function logout(logins: Logins): Route {
  return defineRoute({
    ...tokenCall,
    path: `${prefix}logout`,
    operationId: 'logout',
    summary: 'End a login',
    description:
      'Send the refresh token or the token of the login. A login that has ended already is a success as well.',
    body: ending.refine(
      ({ refreshToken, token }) => (refreshToken ?? token) !== undefined && (refreshToken ?? token) !== null,
      {
        path: ['refreshToken'],
        message: 'must not be null',
        params: constraint('NOT_NULL'),
      },
    ),
    requestExample: { refreshToken: token },
    responses: {
      200: {
        description: 'Ended.',
        schema: z.object({ success: z.literal(true), warnings }),
        example: { success: true },
      },
    },
    errors: [],
    handle: async ({ body }) => {
      for (const sent of [body.refreshToken, body.token]) if (sent) await logins.close(sent);
      return withWarnings({ status: 200, body: { success: true } }, unknownMembers(ending, body));
    },
  });
}

function currentUser(logins: Logins): Route {
  return defineRoute({
    method: 'GET',
    path: `${prefix}user/`,
    operationId: 'getLogin',
    access: may('VIEWER', 'shared'),
    summary: 'Read the user of the login',
    description: 'The user and the organization that the token belongs to.',
    tag,
    caller: 'login',
    responses: {
      200: {
        description: 'The user.',
        schema: z.object({ success: z.literal(true), user: userSchema }),
        example: { success: true, user: example.user },
      },
    },
    errors: [],
    handle: async ({ accountId, organizationId }) => {
      const user = await logins.user(accountId, organizationId);
      if (user === null) return { problem: notLoggedIn };
      return { status: 200, body: { success: true, user: presentUser(user) } };
    },
  });
}

export function presentLogin({ token, refreshToken, user }: Login): RouteSuccess {
  return { status: 200, body: { success: true, token, refreshToken, user: presentUser(user) } };
}

function presentUser({ events, ...user }: LoginUser): z.output<typeof userSchema> {
  return { ...user, events: events === null ? null : [...events] };
}

function denied(detail: string, retryAfterSeconds?: number): RouteResult {
  return {
    problem: { code: 'ACCESS_DENIED', detail, ...(retryAfterSeconds === undefined ? {} : { retryAfterSeconds }) },
  };
}

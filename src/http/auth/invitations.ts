/**
 * Accepts an invitation: the token of the link is the credential, and sets the password of the invited person once. Never
 * logs or echoes either, and says nothing of other organizations that know the address.
 */
import { z } from 'zod';
import type { People } from '#storage/catalog/people.ts';
import { newPassword } from '../management/credentials.ts';
import { defineRoute, type Route } from '../pipeline/route.ts';
import { noSuch } from '../refusals.ts';

const accepted = z
  .object({
    success: z.literal(true),
    email: z.string().meta({ description: 'To log in with.' }),
    organizationId: z.int(),
    organizationName: z.string().meta({ description: 'Name of the organization.' }),
  })
  .meta({ id: 'AcceptedInvitation' });

export function invitations(people: Pick<People, 'accept'>): readonly Route[] {
  return [
    defineRoute({
      method: 'POST',
      path: '/api/auth/invitations/{token}',
      operationId: 'acceptInvitation',
      summary: 'Accept an invitation',
      description:
        'Sets the password of the invited person, who can log in from then on. Works once; an unknown, a used and an expired token get the ' +
        'same answer. Passwords have at least 10 characters. A person who works for several organizations has a password for each.',
      tag: 'Logins',
      caller: 'anonymous',
      bodyLimitBytes: 16 * 1024,
      idempotency: 'none',
      limit: 'logins',
      params: z.object({ token: z.string().meta({ description: 'The token of the link.' }) }),
      body: z.object({ password: newPassword }).meta({ id: 'InvitationPassword' }),
      requestExample: { password: 'correct horse battery' },
      responses: {
        200: {
          description: 'Accepted.',
          schema: accepted,
          example: {
            success: true,
            email: 'ben@theatre.example',
            organizationId: 12,
            organizationName: 'City Theatre',
          },
        },
      },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ params, body }) => {
        const done = await people.accept(params.token, body.password);
        return done === null ? noSuch('invitation') : { status: 200, body: { success: true, ...done } };
      },
    }),
  ];
}

/**
 * The brand of the caller's organization: its logo, its colours and its texts on the pages of buyers (docs/branding.md). Colours that
 * buyers could not read are refused with the figures.
 */
import { z } from 'zod';
import { fieldError } from '#codec/check.ts';
import type { FieldError } from '#domain/refusal.ts';
import type { Brand, Brands } from '#storage/catalog/brands.ts';
import { contrastMin, contrastsOf, ratioText, themes } from '../../pages/shared/brand-colours.ts';
import { may } from '../pipeline/access.ts';
import { defineRoute, type Route, type RouteFailure } from '../pipeline/route.ts';
import { brandOf, givenBrand, shownBrand } from './brand-body.ts';

const path = '/api/private/management/v2.0/branding/';
const tag = 'Organization settings';
const shared = { path, tag, caller: 'organization', access: may('MANAGER', 'whole') } as const;
const changing = { ...shared, idempotency: 'transaction' } as const;

const example = {
  logoUrl: 'https://theatre.example/logo.svg',
  logoAlt: 'City Theatre',
  colours: { light: { accent: '#7a1f3d', accentInk: '#ffffff' }, dark: { accent: '#f2a7bf', accentInk: '#2b0a16' } },
  texts: { de: { checkOut: 'Zur Kasse', tickets: { one: '{count} Karte', other: '{count} Karten' } } },
};
const found = z
  .object({ brand: shownBrand.nullable().meta({ description: 'Null: buyers see the pages as they are.' }) })
  .meta({ id: 'FoundBrand' });

export function branding(brands: Pick<Brands, 'read' | 'store'>): readonly Route[] {
  return [
    defineRoute({
      ...shared,
      method: 'GET',
      operationId: 'readBranding',
      summary: 'Read the brand of the organization',
      description: 'What the pages of its buyers show of it.',
      responses: { 200: { description: 'The brand.', schema: found, example: { brand: example } } },
      errors: [],
      handle: async ({ organizationId }) => ({ status: 200, body: { brand: await brands.read(organizationId) } }),
    }),
    defineRoute({
      ...changing,
      method: 'PUT',
      operationId: 'putBranding',
      summary: 'Set the brand of the organization',
      description:
        'The body is the whole brand: the page keeps its own look for absent members. Buyers see the change within a second. The settings ' +
        'of a page that embeds the map win.',
      body: givenBrand,
      requestExample: example,
      responses: { 200: { description: 'The brand as it is now.', schema: shownBrand, example } },
      errors: ['LOW_CONTRAST'],
      handle: async ({ organizationId, body, changes }) => {
        const brand = brandOf(body);
        const unreadable = unreadableIn(brand);
        if (unreadable.length > 0) return lowContrast(unreadable);
        await brands.store(changes, organizationId, brand);
        return { status: 200, body: brand };
      },
    }),
    defineRoute({
      ...changing,
      method: 'DELETE',
      operationId: 'removeBranding',
      summary: 'Remove the brand of the organization',
      description: 'Buyers see the pages as they are, within a second. Without a brand the call changes nothing.',
      responses: { 204: { description: 'Removed.' } },
      errors: [],
      handle: async ({ organizationId, changes }) => {
        await brands.store(changes, organizationId, null);
        return { status: 204 };
      },
    }),
  ];
}

/** Each pair of text and ground that is not read easily. The colours of the page alone are. */
function unreadableIn({ colours }: Brand): FieldError[] {
  return themes.flatMap((theme) =>
    contrastsOf(theme, colours[theme])
      .filter(({ isEnough }) => !isEnough)
      .map(({ text, ground, ratio }) => {
        const message = `has a contrast of ${ratioText(ratio)}:1 on ${ground}, and needs ${contrastMin}:1`;
        return fieldError(`colours.${theme}.${text}`, 'INVALID', message, colours[theme][text] ?? null);
      }),
  );
}

function lowContrast(errors: readonly FieldError[]): RouteFailure {
  const [first] = errors;
  return { problem: { code: 'LOW_CONTRAST', detail: `${first?.field}: ${first?.message}`, errors } };
}

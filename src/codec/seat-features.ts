/** The features of seats as members of bodies and answers: by their names, and in drawings as `isWheelchair` and the like. */
import type { z } from 'zod';
import { type NamedFeatures, type SeatFeature, seatFeatures } from '#domain/layout/seat-features.ts';

/** One member for each feature. */
export function featureMembers<Member extends z.ZodType>(member: Member): Record<SeatFeature, Member> {
  return Object.fromEntries(seatFeatures.map((name) => [name, member])) as Record<SeatFeature, Member>;
}

type DrawnName = `is${Capitalize<SeatFeature>}`;

function drawnName(feature: SeatFeature): DrawnName {
  return `is${feature.charAt(0).toUpperCase()}${feature.slice(1)}` as DrawnName;
}

const drawnNames = seatFeatures.map((feature) => [feature, drawnName(feature)] as const);

/** One member of a drawn seat for each feature. */
export function drawnFeatureMembers<Member extends z.ZodType>(member: Member): Record<DrawnName, Member> {
  return Object.fromEntries(drawnNames.map(([, name]) => [name, member])) as Record<DrawnName, Member>;
}

type Drawn = { readonly [Name in DrawnName]?: boolean | null | undefined };

/** The features that a drawn seat names. */
export function featuresOfDrawn(seat: Drawn): NamedFeatures {
  return Object.fromEntries(drawnNames.map(([feature, name]) => [feature, seat[name]]));
}

/** The features of a seat by their names in a drawing. */
export function asDrawn(named: Partial<Record<SeatFeature, true>>): Partial<Record<DrawnName, true>> {
  return Object.fromEntries(drawnNames.flatMap(([feature, name]) => (named[feature] ? [[name, true]] : [])));
}

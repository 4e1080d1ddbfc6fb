/**
 * Features of a seat, such as a wheelchair place or a restricted view: a set, kept as one number. 0: none.
 * Owns the list and its order, which is stored: a new feature comes at the end.
 */
export const seatFeatures = ['wheelchair', 'companion', 'stepFree', 'hearing', 'restrictedView'] as const;
export type SeatFeature = (typeof seatFeatures)[number];

/** Features as a body names them. */
export type NamedFeatures = Partial<Readonly<Record<SeatFeature, boolean | null | undefined>>>;

/** What a change makes of the features of a seat; the others stay. */
export interface FeatureChange {
  readonly set: number;
  readonly clear: number;
}

export function bitOf(feature: SeatFeature): number {
  return 1 << seatFeatures.indexOf(feature);
}

/** The features that are true. */
export function featuresOf(named: NamedFeatures): number {
  return changeOfFeatures(named).set;
}

/** Sets those that are true and clears those that are false or null; absent ones stay. */
export function changeOfFeatures(named: NamedFeatures): FeatureChange {
  let [set, clear] = [0, 0];
  for (const feature of seatFeatures) {
    const value = named[feature];
    if (value === true) set |= bitOf(feature);
    else if (value !== undefined) clear |= bitOf(feature);
  }
  return { set, clear };
}

export function changedFeatures(features: number, { set, clear }: FeatureChange): number {
  return (features & ~clear) | set;
}

/** The features that the seat has, each `true`. */
export function namedFeatures(features: number): Partial<Record<SeatFeature, true>> {
  const named: Partial<Record<SeatFeature, true>> = {};
  if (features !== 0) for (const feature of seatFeatures) if ((features & bitOf(feature)) !== 0) named[feature] = true;
  return named;
}

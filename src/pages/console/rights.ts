/**
 * The rights of the logged-in person, so that the console does not offer what the service would refuse. Only the service
 * decides: this hides.
 */
import type { components } from '../../client/index.ts';

export type Role = components['schemas']['Person']['role'];

/** Each may everything that those after it may. */
export const roles = ['OWNER', 'MANAGER', 'BOX_OFFICE', 'VIEWER'] as const satisfies readonly Role[];

export interface Rights {
  readonly role: Role;
  /** The events that the person is limited to; null: all. */
  readonly events: readonly string[] | null;
}

export function may(rights: Rights, role: Role): boolean {
  return roles.indexOf(rights.role) <= roles.indexOf(role);
}

/** Whether the person may do what belongs to the whole organization. */
export function mayForAll(rights: Rights, role: Role): boolean {
  return may(rights, role) && rights.events === null;
}

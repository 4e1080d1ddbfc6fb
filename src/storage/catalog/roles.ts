/** The roles of people. Each role may everything that the roles after it may. */

export const roles = ['OWNER', 'MANAGER', 'BOX_OFFICE', 'VIEWER'] as const;

export type Role = (typeof roles)[number];

/** Whether one role may what another one may. */
export function mayAs(role: Role, demanded: Role): boolean {
  return roles.indexOf(role) <= roles.indexOf(demanded);
}

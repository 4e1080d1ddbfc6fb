/** Leaves out what the person's role does not allow. */
import type { ComponentChild, ComponentChildren } from 'preact';
import { useDesk } from './desk.ts';
import { may, type Role } from './rights.ts';

/** Shows its children to people with this role, or one above it. */
export function For({
  least,
  children,
}: {
  readonly least: Role;
  readonly children: ComponentChildren;
}): ComponentChild {
  return may(useDesk().rights, least) ? children : null;
}

/** Who calls, as the keys in the headers prove. Says nothing of what the caller may do: see `access.ts`. */
import type { Author } from '#domain/author.ts';
import type { Role } from '#storage/catalog/roles.ts';

export type Caller =
  | { readonly kind: 'anonymous' }
  | {
      readonly kind: 'organization';
      readonly organizationId: number;
      readonly tenantId: number;
      /** The key that was sent. */
      readonly by: Author;
    }
  | { readonly kind: 'tenant'; readonly tenantId: number }
  | {
      readonly kind: 'login';
      readonly organizationId: number;
      readonly tenantId: number;
      readonly accountId: number;
      readonly by: Author;
      readonly role: Role;
      /** The events that the person is limited to, by id and by number; null: there is no limit. */
      readonly events: readonly string[] | null;
      readonly eventNumbers: readonly number[];
    };

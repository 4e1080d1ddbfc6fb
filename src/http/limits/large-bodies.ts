/**
 * A budget of bytes for large bodies, from their first byte until their call is answered: per organization and for the
 * process. Promises that one organization cannot take all of it, and that a body which is alone always fits. Calls beyond
 * it are refused before their body is read. Small bodies are not counted here.
 */
import type { Problem } from '../pipeline/problem.ts';

/** Bodies up to this size are small; the incomplete ones among them have a budget of their own. */
export const smallBodyBytes = 128 * 1024;
const retryAfterSeconds = 5;

export interface LargeBodyLimits {
  readonly processBytes: number;
  readonly organizationBytes: number;
}

/** The body of one call. */
export interface LargeBody {
  /** It has, or will have, at least so many bytes. Returns the refusal when they do not fit; nothing is counted then. */
  readonly grow: (bytes: number) => Problem | null;
  /** Its call has been answered. */
  readonly leave: () => void;
}

export class LargeBodies {
  readonly #limits: LargeBodyLimits;
  readonly #byOrganization = new Map<number, number>();
  #bytes = 0;

  constructor(limits: LargeBodyLimits) {
    this.#limits = limits;
  }

  get bytes(): number {
    return this.#bytes;
  }

  enter(organizationId: number): LargeBody {
    let counted = 0;
    return {
      grow: (bytes) => {
        if (bytes <= smallBodyBytes || bytes <= counted) return null;
        const refusal = this.#refusalOf(organizationId, counted, bytes);
        if (refusal !== null) return refusal;
        this.#count(organizationId, bytes - counted);
        counted = bytes;
        return null;
      },
      leave: () => {
        this.#count(organizationId, -counted);
        counted = 0;
      },
    };
  }

  #refusalOf(organizationId: number, counted: number, bytes: number): Problem | null {
    const { processBytes, organizationBytes } = this.#limits;
    const own = (this.#byOrganization.get(organizationId) ?? 0) - counted;
    const all = this.#bytes - counted;
    if (own > 0 && own + bytes > organizationBytes) return tooMany('of the organization');
    return all > 0 && all + bytes > processBytes ? tooMany('at this node') : null;
  }

  #count(organizationId: number, change: number): void {
    this.#bytes += change;
    const bytes = (this.#byOrganization.get(organizationId) ?? 0) + change;
    if (bytes === 0) this.#byOrganization.delete(organizationId);
    else this.#byOrganization.set(organizationId, bytes);
  }
}

function tooMany(whose: string): Problem {
  const detail = `Too many large bodies ${whose} are being read; nothing was done.`;
  return { code: 'UNAVAILABLE', detail, retryAfterSeconds };
}

/** For listeners that take no large bodies. */
export const noLargeBodies = new LargeBodies({ processBytes: 0, organizationBytes: 0 });

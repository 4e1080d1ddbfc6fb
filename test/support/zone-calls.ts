/** The calls on a schema's pricing zones. */
import type { Answer, Show, TestService } from './service.ts';

export type ZoneCalls = ReturnType<typeof zoneCalls>;

/** Lines that give each object the same zone, or the same price. */
export const lines = (ids: readonly number[], assignmentId: number | undefined) =>
  ids.map((objectId) => ({ objectId, assignmentId }));

/** Calls on the zones of the show's schema. */
export function zoneCalls(service: TestService, show: Show) {
  const path = `/api/private/v2.0/schemas/${show.schemaId}/pricing_zones/`;
  /** As the catalog's own organization unless another key is given. */
  const ask = (
    method: string,
    path: string,
    body?: unknown,
    key = service.catalog.organization.token,
  ): Promise<Answer> => service.call(method, path, { key, body });
  /** Creates zones of these names; returns their ids. */
  const make = async (...names: string[]): Promise<number[]> => {
    const answer = await ask(
      'POST',
      path,
      names.map((name) => ({ name, schemaId: show.schemaId })),
    );
    expect(answer.status).toBe(201);
    return answer.body.map(({ id }: { id: number }) => id);
  };
  const assign = async (body: unknown): Promise<void> => {
    const answer = await ask('POST', `${path}assignments/`, body);
    expect([answer.status, answer.body]).toEqual([200, true]);
  };
  return { path, ask, make, assign };
}

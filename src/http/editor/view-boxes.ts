/** The part of the plan that a seat map is drawn on: the same as in the public map. */
import { z } from 'zod';
import { longText } from '#codec/fields.ts';
import type { SchemaDirectory } from '#storage/catalog/schema-directory.ts';
import { may } from '../pipeline/access.ts';
import type { Route } from '../pipeline/route.ts';
import type { SchemaMaps } from '../public-v1/schema-maps.ts';
import { editorRoute } from './editor-route.ts';
import { unknownSchema } from './terms.ts';

export interface ViewBoxDeps {
  readonly schemas: SchemaDirectory;
  readonly maps: SchemaMaps;
}

const viewBox = z
  .object({ x: z.number(), y: z.number(), width: z.number(), height: z.number() })
  .meta({ id: 'ViewBox' });

export function editorViewBoxes({ schemas, maps }: ViewBoxDeps): readonly Route[] {
  return [
    editorRoute({
      method: 'GET',
      path: '/api/seatmap/{schemaId}/viewbox/',
      operationId: 'getDrawingViewBox',
      access: may('VIEWER', 'shared'),
      summary: 'Read the view box of a seat map',
      description: 'The part of the plan that the public map shows: the same as its `background.viewBox`.',
      params: z.object({ schemaId: longText }),
      responses: {
        200: {
          description: 'The corner and the size, in the units of the plan.',
          schema: viewBox,
          example: { x: -40, y: -40, width: 240, height: 180 },
        },
      },
      errors: ['ENTITY_NOT_FOUND'],
      handle: async ({ params, organizationId }) => {
        const schema = await schemas.find(params.schemaId);
        if (schema?.organizationId !== organizationId) return unknownSchema;
        return { status: 200, body: (await maps.get(schema)).viewBox };
      },
    }),
  ];
}

import { openApiDocument } from '@plaudit/runtime';
import { reviewsService } from './service';

interface Described {
  description?: string;
  examples?: unknown[];
  $ref?: string;
  items?: Described;
}

/** Schemas that the runtime adds to every service. */
const SHARED = new Set(['Error', 'Success']);

/** Returns what a parameter or property lacks. A reference to a schema needs no example: the schema has its own. */
function gapsOf(name: string, { description, examples, ...schema }: Described): string[] {
  const isShown = (schema.items?.$ref ?? schema.$ref) !== undefined || (examples ?? []).length > 0;
  return [...(description ? [] : [`${name}: no description`]), ...(isShown ? [] : [`${name}: no example`])];
}

describe('the OpenAPI document of reviews', () => {
  it('describes every parameter and gives an example', async () => {
    const { paths } = await openApiDocument(reviewsService);
    const operations = Object.values(paths).flatMap((item) => Object.values(item));
    const parameters = operations.flatMap(({ operationId, parameters: given = [] }) =>
      given.map((one) => ({ ...one, title: `${operationId} ${one.name}` })),
    );
    expect(parameters.length).toBeGreaterThan(20);
    const gaps = parameters.flatMap(({ title, description, schema }) =>
      gapsOf(title, { ...(schema as Described), description: description as string | undefined }),
    );
    expect(gaps).toEqual([]);
  });

  it('describes every field and gives an example', async () => {
    const { components } = await openApiDocument(reviewsService);
    const fields = Object.entries(
      components.schemas as Record<string, { properties?: Record<string, Described> }>,
    )
      .filter(([schema]) => !SHARED.has(schema))
      .flatMap(([schema, { properties = {} }]) =>
        Object.entries(properties).map(([field, described]) => [`${schema}.${field}`, described] as const),
      )
      // Inherited from Success, where it is described.
      .filter(([name, { description }]) => !name.endsWith('.success') || description !== undefined);
    expect(fields.length).toBeGreaterThan(80);
    expect(fields.flatMap(([name, described]) => gapsOf(name, described))).toEqual([]);
  });
});

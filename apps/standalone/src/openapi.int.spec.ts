import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { openApiText } from '@plaudit/runtime';
import { mergedOpenApi } from './merged-openapi';
import { ALL_SERVICES } from './services';

describe.each(ALL_SERVICES.map((definition) => [definition.name, definition] as const))(
  '%s',
  (name, definition) => {
    it('has the openapi.json that `npm run generate` writes', async () => {
      const committed = readFileSync(join(__dirname, '..', '..', name, 'openapi.json'), 'utf8');
      expect(committed).toBe(await openApiText(definition));
    });
  },
);

describe('the whole API', () => {
  it('has no name that two services use for different things', async () => {
    expect((await mergedOpenApi()).clashes).toEqual([]);
  });

  it('has the openapi.json in libs/client that `npm run generate` writes', async () => {
    const path = join(__dirname, '..', '..', '..', 'libs', 'client', 'openapi.json');
    const { document } = await mergedOpenApi();
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });
});

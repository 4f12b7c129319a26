import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { mergedOpenApi } from './merged-openapi';

describe('the whole API', () => {
  it('has no name that two services use for different things', async () => {
    expect((await mergedOpenApi()).clashes).toEqual([]);
  });

  it('is in docs/openapi.json as `npm run generate` writes it', async () => {
    const path = join(__dirname, '..', '..', '..', 'docs', 'openapi.json');
    const { document } = await mergedOpenApi();
    expect(readFileSync(path, 'utf8')).toBe(`${JSON.stringify(document, null, 2)}\n`);
  });
});

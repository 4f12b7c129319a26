import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ICON_NAMES } from './icons';

describe('the icons', () => {
  it('are those of the file with their outlines', () => {
    const file = readFileSync(join(__dirname, 'icons.svg'), 'utf8');
    const ids = [...file.matchAll(/<symbol id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids)).toEqual(new Set(ICON_NAMES));
    expect(ids).toHaveLength(ICON_NAMES.length);
  });
});

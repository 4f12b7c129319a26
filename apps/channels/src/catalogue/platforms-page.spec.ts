import { platformMarkPath, reasonForLetters } from '@plaudit/contracts/platform-marks';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { amazon } from '../platforms/marketplaces/amazon';
import type { Platform } from '../platforms/platform';
import { PLATFORMS } from '../platforms/registry';
import { yell } from '../platforms/local/yell';
import { PLATFORMS_PAGE_PATH, platformsPage, README_PATH, withPlatforms } from './platforms-page';

const textOf = (path: string): string => readFileSync(join(__dirname, '../../../..', path), 'utf8');

/** Returns the platform with other metadata. */
const changed = (platform: Platform, meta: Partial<Platform['meta']>): Platform => ({
  ...platform,
  meta: { ...platform.meta, ...meta },
});

const MARKERS = 'Before\n\n<!-- generated: platforms -->\nold\n<!-- end -->\n\nAfter\n';

describe('the page of platforms', () => {
  it('equals the output of `npm run generate`', () => {
    expect(textOf(PLATFORMS_PAGE_PATH)).toBe(platformsPage(PLATFORMS));
  });

  it('has every platform once', () => {
    const rows = platformsPage(PLATFORMS).matchAll(/^\| [^|]+ \| `(\w+)` \|/gm);
    const types = [...rows].map(([, type]) => type as string);
    expect(types.toSorted()).toEqual(PLATFORMS.map(({ meta }) => meta.slug).toSorted());
  });

  it('says what a platform needs, what is read of it and how to connect it', () => {
    const google = changed(yell, {
      label: 'A | B',
      typeId: 99,
      operatorKey: 'YELP_API_KEY',
      optional: ['countries'],
    });
    expect(platformsPage([google])).toContain(
      '| A \\| B | `yell` | 99 | URL | `url`, `YELP_API_KEY`; optional `countries` | some | ratings, texts | the specification | Paste',
    );
  });

  it('lists a setting of the operator only if a channel cannot do without it', () => {
    const own = changed(yell, { operatorKey: 'YELP_API_KEY', optional: ['access_token'] });
    const page = platformsPage([own, changed(yell, { slug: 'help_scout', method: 'oauth', required: [] })]);
    expect(page).toContain('| `url`; optional `access_token` |');
    expect(page).toContain('| sign-in | `HELP_SCOUT_CLIENT_ID`, `HELP_SCOUT_CLIENT_SECRET` |');
  });

  it('says of a platform that cannot be read only how to import its reviews', () => {
    expect(platformsPage([amazon])).toContain('| Amazon | `amazon` | 88 | CSV file | – | – | – | – | ');
  });

  it('says whether each platform has a mark, or why letters stand for it', () => {
    for (const { meta } of PLATFORMS) {
      const { slug } = meta;
      const hasMark = platformMarkPath(slug) !== null;
      expect([slug, hasMark]).toEqual([slug, reasonForLetters(slug) === null]);
      expect(platformsPage(PLATFORMS)).toContain(`| ${meta.label} | ${hasMark ? 'mark | –' : 'letters | '}`);
    }
  });

  it('says what an adapter was proven against', () => {
    const proofs = [{ kind: 'recording', year: 2026 }, { kind: 'documentation' }] as const;
    const page = platformsPage(proofs.map((proof) => changed(yell, { proof })));
    expect(page).toContain('| ratings, texts | a recording (2026) | Paste');
    expect(page).toContain('| ratings, texts | documentation | Paste');
  });
});

describe('the table of platforms in the README', () => {
  it('equals the output of `npm run generate`', () => {
    const readme = textOf(README_PATH);
    expect(readme).toBe(withPlatforms(readme, PLATFORMS));
  });

  it('replaces what is between its markers, sorted by name, with padded columns', () => {
    expect(withPlatforms(MARKERS, [yell, amazon])).toBe(`Before

<!-- generated: platforms -->

| platform | how      | needs | coverage |
| -------- | -------- | ----- | -------- |
| Amazon   | CSV file | –     | –        |
| Yell     | URL      | \`url\` | some     |

<!-- end -->

After
`);
  });

  it('needs its markers', () => {
    expect(() => withPlatforms('Before', [yell])).toThrow('has no section');
  });
});

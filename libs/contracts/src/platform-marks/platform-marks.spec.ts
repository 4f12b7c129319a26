import icons from 'simple-icons/icons.json';
import paths from '../generated/platform-marks.json';
import { LETTERED, MARKED, MAX_MARK_LENGTH } from './mark-choices';
import { platformMarkPath } from './platform-marks';

const lettered = LETTERED.flatMap(({ platforms }) => platforms);

describe('platformMarkPath', () => {
  it('returns one short path of plain coordinates for a platform with a mark', () => {
    expect(Object.keys(paths)).toEqual(Object.keys(MARKED).sort());
    for (const slug of Object.keys(MARKED)) {
      const path = platformMarkPath(slug) ?? '';
      expect([slug, path]).toEqual([slug, expect.stringMatching(/^[mM][\d.,\-\sMmLlHhVvCcSsQqTtAaZz]+$/)]);
      expect([slug, path.length <= MAX_MARK_LENGTH]).toEqual([slug, true]);
    }
  });

  it('returns null for a platform with letters, an unknown one, and a name that every object inherits', () => {
    for (const slug of [...lettered, 'custom', 'constructor', '__proto__'])
      expect([slug, platformMarkPath(slug)]).toEqual([slug, null]);
  });

  it('returns only icons to which simple-icons adds no licence of their own', () => {
    for (const slug of new Set(Object.values(MARKED))) {
      const entry = icons.find((icon) => icon.slug === slug) as { license?: object } | undefined;
      expect([slug, entry !== undefined, entry?.license]).toEqual([slug, true, undefined]);
    }
  });
});

describe('the choices of marks', () => {
  it('decide once about each platform, and give a reason for letters', () => {
    const slugs = [...Object.keys(MARKED), ...lettered];
    expect(new Set(slugs).size).toBe(slugs.length);
    for (const { reason } of LETTERED) expect(reason).toMatch(/^\S.{10,}\.$/);
  });
});

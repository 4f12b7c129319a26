import sharp from 'sharp';
import { directionOf, formatTag, LANGUAGES, stringsOf } from '../i18n/locale';
import { BADGE_SIZES, BADGE_THEMES, type BadgeFacts, type BadgeForm, badgeSvg } from './badge-svg';
import { drawLabel, drawNumber } from './outlines';

const FACTS: BadgeFacts = {
  language: 'en',
  direction: 'ltr',
  rating: 4.66,
  label: '1,284 reviews',
  plainLabel: '1,284 reviews',
  description: 'Rated 4.7 out of 5. <1,284> reviews',
};
const FORM: BadgeForm = { theme: 'light', size: 'badge', isOpaque: false, starColor: null };

async function pixels(facts: Partial<BadgeFacts>, form: Partial<BadgeForm>): Promise<Buffer> {
  const svg = badgeSvg({ ...FACTS, ...facts }, { ...FORM, ...form });
  return sharp(Buffer.from(svg)).ensureAlpha().raw().toBuffer();
}

describe('badgeSvg', () => {
  it.each(LANGUAGES)('can draw every number of reviews in the language %s', (language) => {
    const strings = stringsOf(language, {});
    for (const count of [0, 1, 2, 3, 5, 11, 100, 12_345, 1_234_567]) {
      expect(drawLabel(strings('n_reviews', { count }), directionOf(language))?.width).toBeGreaterThan(0);
    }
    expect(drawNumber((4.5).toLocaleString(formatTag(language)))).not.toBeNull();
  });

  it('needs no font, runs no script and names itself', () => {
    const svg = badgeSvg(FACTS, FORM);
    expect(svg).not.toMatch(/<text|font|style|href/);
    expect(svg).toContain('<title>Rated 4.7 out of 5. &lt;1,284&gt; reviews</title>');
  });

  it('draws the plain label instead of one with characters that it has no outline of', async () => {
    const plain = await pixels({}, {});
    expect((await pixels({ label: '1,284 ✨' }, {})).equals(plain)).toBe(true);
    expect((await pixels({ label: '1,284 opinions' }, {})).equals(plain)).toBe(false);
  });

  it('keeps its size and its margins with a long label', async () => {
    const long = await pixels({ label: 'W'.repeat(80) }, {});
    const width = 240;
    const white = Buffer.from([255, 255, 255, 255]);
    for (const column of [8, width - 9]) {
      const at = (50 * width + column) * 4;
      expect(long.subarray(at, at + 4).equals(white)).toBe(true);
    }
  });

  it.each(BADGE_THEMES.flatMap((theme) => BADGE_SIZES.map((size) => ({ theme, size }))))(
    'has no transparent pixel in a mail with %j',
    async (form) => {
      const image = await pixels({}, { ...form, isOpaque: true });
      expect(image.filter((_value, at) => at % 4 === 3).every((alpha) => alpha === 255)).toBe(true);
    },
  );

  it('fills the stars up to the rating, from the right in a language that begins there', () => {
    expect(badgeSvg({ ...FACTS, rating: 3.5 }, FORM)).toContain('<svg width="84" height="24"');
    expect(badgeSvg({ ...FACTS, rating: 5 }, FORM)).toContain('<svg width="120" height="24"');
    expect(badgeSvg({ ...FACTS, direction: 'rtl' }, FORM)).toContain('scale(-1 1)');
    expect(badgeSvg({ ...FACTS, rating: null }, FORM)).not.toContain('<svg width=');
  });
});

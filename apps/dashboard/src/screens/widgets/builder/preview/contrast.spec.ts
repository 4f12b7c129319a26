import {
  contrastRatio,
  contrastWarnings,
  nearestPassing,
  parseColour,
  toHex,
  type UsedColours,
} from './contrast';

const WHITE = [255, 255, 255] as const;
const BLACK = [0, 0, 0] as const;
const USED: UsedColours = {
  text_color: 'rgb(22, 25, 31)',
  muted_color: 'rgb(91, 98, 112)',
  star_color: 'rgb(210, 114, 0)',
  accent_color: 'rgb(22, 25, 31)',
  card_background: 'rgb(255, 255, 255)',
};

describe('parseColour', () => {
  it.each([
    ['#fff', [255, 255, 255]],
    ['#F2B53C', [242, 181, 60]],
    ['#0a6577ff', [10, 101, 119]],
    ['rgb(1, 2, 3)', [1, 2, 3]],
    ['rgb(1 2 3 / 100%)', [1, 2, 3]],
    ['#0a657780', null],
    ['rgba(0, 0, 0, 0)', null],
    ['rgb(0 0 0 / 50%)', null],
    ['#12', null],
    ['gold', null],
    ['', null],
  ])('reads %s', (text, colour) => {
    expect(parseColour(text)).toEqual(colour);
  });
});

describe('contrastRatio', () => {
  it('is 21 for black and white, whichever comes first', () => {
    expect(contrastRatio(BLACK, WHITE)).toBeCloseTo(21);
    expect(contrastRatio(WHITE, BLACK)).toBeCloseTo(21);
  });

  it('is 1 for equal colours', () => {
    expect(contrastRatio(WHITE, WHITE)).toBe(1);
  });

  it('is that of the formula of WCAG', () => {
    expect(contrastRatio([119, 119, 119], WHITE)).toBeCloseTo(4.48, 2);
  });
});

describe('nearestPassing', () => {
  it('darkens on a light ground and lightens on a dark one, only as far as needed', () => {
    const onWhite = nearestPassing([242, 181, 60], WHITE, 3);
    expect(onWhite).not.toBeNull();
    const ratio = contrastRatio(onWhite ?? WHITE, WHITE);
    expect(ratio).toBeGreaterThanOrEqual(3);
    expect(ratio).toBeLessThan(3.2);
    const onBlack = nearestPassing([60, 20, 20], BLACK, 4.5) ?? BLACK;
    expect(contrastRatio(onBlack, BLACK)).toBeGreaterThanOrEqual(4.5);
  });

  it('keeps a colour that passes', () => {
    expect(nearestPassing(BLACK, WHITE, 4.5)).toEqual(BLACK);
  });

  it('returns null if no colour passes', () => {
    expect(nearestPassing([128, 128, 128], [128, 128, 128], 20)).toBeNull();
  });
});

describe('contrastWarnings', () => {
  it('has none for the colours of the light theme', () => {
    expect(contrastWarnings(USED)).toEqual([]);
  });

  it('names the setting, its ratio and a colour that passes', () => {
    const [warning, ...others] = contrastWarnings({ ...USED, star_color: '#F2B53C' });
    expect(others).toEqual([]);
    expect(warning).toMatchObject({ setting: 'star_color', needed: 3 });
    expect(warning?.ratio).toBeCloseTo(1.83, 1);
    const better = parseColour(warning?.better ?? '');
    expect(better && contrastRatio(better, WHITE)).toBeGreaterThanOrEqual(3);
  });

  it('needs more of texts than of stars', () => {
    const grey = toHex([140, 140, 140]);
    const warnings = contrastWarnings({ ...USED, muted_color: grey, star_color: grey });
    expect(warnings.map(({ setting }) => setting)).toEqual(['muted_color']);
  });

  it('has none for a colour that it cannot read', () => {
    expect(contrastWarnings({ ...USED, star_color: 'color(display-p3 1 1 1)' })).toEqual([]);
    expect(contrastWarnings({ ...USED, card_background: 'rgba(0, 0, 0, 0)' })).toEqual([]);
  });
});

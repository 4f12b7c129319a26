import fc from 'fast-check';
import { platformMarkPath } from '@plaudit/contracts/platform-marks';
import { markPaths, type NamedPlatform, platformMarks } from './platform-marks';

const named = (...labels: string[]): NamedPlatform[] =>
  labels.map((label) => ({ platform: label.toLowerCase().replaceAll(' ', '_'), label }));

function marks(...labels: string[]): string[] {
  const shown = named(...labels);
  return shown.map(platformMarks(shown));
}

describe('platformMarks', () => {
  it.each([
    [
      ['Google', 'Website'],
      ['G', 'W'],
    ],
    [
      ['Constructor', 'Capterra'],
      ['Co', 'Ca'],
    ],
    [
      ['Tripadvisor', 'Google'],
      ['T', 'G'],
    ],
    [
      ['Trustpilot', 'Tripadvisor', 'Google'],
      ['Tp', 'Ta', 'G'],
    ],
    [
      ['Google', 'Google Play', 'G2'],
      ['Go', 'Gp', 'G2'],
    ],
    [
      ['Apple App Store', 'Amazon'],
      ['Aa', 'Am'],
    ],
    [
      ['Étoiles', '大众点评'],
      ['É', '大'],
    ],
    [['***'], ['?']],
  ])('gives %j the marks %j', (labels, expected) => {
    expect(marks(...labels)).toEqual(expected);
  });

  it('gives the same marks in any order, and to a platform that is listed twice', () => {
    const shown = named('Trustpilot', 'Tripadvisor', 'Google');
    const [first, second] = [platformMarks(shown), platformMarks([...shown, ...shown].reverse())];
    for (const platform of shown) expect(second(platform)).toBe(first(platform));
  });

  it('gives a platform that the widget has no channel of a mark that no other has', () => {
    const markOf = platformMarks(named('Google', 'Trustpilot', 'Tripadvisor'));
    expect(markOf({ platform: 'custom', label: 'Trade fair' })).toBe('Tf');
    expect(markOf({ platform: 'custom', label: 'Website' })).toBe('W');
    expect(markOf({ platform: 'custom', label: 'G' })).not.toBe('G');
  });

  it('gives any platforms different marks of one or two characters', () => {
    const label = fc.oneof(fc.string({ maxLength: 12 }), fc.stringMatching(/^[Tt][ra]{0,3}$/));
    fc.assert(
      fc.property(fc.uniqueArray(label, { maxLength: 30 }), (labels) => {
        const shown = labels.map((text, at) => ({ platform: `p${at}`, label: text }));
        const given = shown.map(platformMarks(shown));
        expect(new Set(given).size).toBe(shown.length);
        for (const mark of given) expect([...mark].length).toBeLessThanOrEqual(2);
      }),
      { seed: 20261127, numRuns: 300 },
    );
  });
});

describe('markPaths', () => {
  it('returns the marks that there are, once per platform', () => {
    expect(markPaths(['google_maps', 'yelp', 'custom', 'google_maps', 'facebook'])).toEqual({
      google_maps: platformMarkPath('google_maps'),
      facebook: platformMarkPath('facebook'),
    });
  });

  it('leaves out the last marks if all are longer than the data of a widget may be', () => {
    const many = ['surveymonkey', 'google_maps', 'shopify_app_store', 'hotels_com'];
    expect(Object.keys(markPaths(many))).toEqual(['surveymonkey']);
    expect(Object.keys(markPaths(['google_maps', 'facebook', 'booking', 'hotels_com']))).toHaveLength(3);
  });
});

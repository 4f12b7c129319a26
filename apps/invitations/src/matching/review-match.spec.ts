import { type MatchCandidate, matchOf } from './review-match';

const SETTINGS = new Map<number, number[]>([
  [1, []],
  [2, [7, 8]],
]);
const candidate = (more: Partial<MatchCandidate> = {}): MatchCandidate => ({
  id: 901,
  settings_id: 1,
  channels: null,
  clicked: false,
  ...more,
});

describe('matchOf', () => {
  it('matches the only candidate, with a higher confidence after a click', () => {
    expect(matchOf([candidate()], 5, SETTINGS)).toEqual({ id: 901, confidence: 'medium' });
    expect(matchOf([candidate({ clicked: true })], 5, SETTINGS)).toEqual({ id: 901, confidence: 'high' });
  });

  it('matches nothing if there is no candidate, or if there are two', () => {
    expect(matchOf([], 5, SETTINGS)).toBeNull();
    expect(matchOf([candidate(), candidate({ id: 902, clicked: true })], 5, SETTINGS)).toBeNull();
  });

  it('leaves out candidates that did not offer the channel', () => {
    const elsewhere = candidate({ id: 902, channels: [6] });
    expect(matchOf([elsewhere], 5, SETTINGS)).toBeNull();
    expect(matchOf([candidate(), elsewhere], 5, SETTINGS)?.id).toBe(901);
  });

  it('prefers the channels of the request to those of its settings', () => {
    const own = candidate({ settings_id: 2, channels: [5] });
    expect(matchOf([own], 5, SETTINGS)?.id).toBe(901);
    expect(matchOf([own], 7, SETTINGS)).toBeNull();
    expect(matchOf([candidate({ settings_id: 2 })], 7, SETTINGS)?.id).toBe(901);
    expect(matchOf([candidate({ settings_id: 2, channels: [] })], 8, SETTINGS)?.id).toBe(901);
    expect(matchOf([candidate({ settings_id: 2 })], 5, SETTINGS)).toBeNull();
  });
});

import { type DatedText, isOutdated, type PresentState } from './freshness';

const DAY_MS = 86_400_000;
const TEXT: DatedText = {
  generated_on: new Date('2026-03-01T10:00:00.000Z'),
  config_key: 'k1',
  fallback: false,
  last_review_id: 900,
};
const after = (ms: number): Date => new Date(TEXT.generated_on.getTime() + ms);
const NOW: PresentState = { now: after(DAY_MS), configKey: 'k1', newReviews: 0 };

describe('isOutdated', () => {
  it.each<[string, boolean, Partial<PresentState>, Partial<DatedText>?]>([
    ['a text of yesterday', false, {}],
    ['4 new reviews', false, { newReviews: 4 }],
    ['5 new reviews', true, { newReviews: 5 }],
    ['an age of exactly 30 days', false, { now: after(30 * DAY_MS) }],
    ['an age of 30 days and a millisecond', true, { now: after(30 * DAY_MS + 1) }],
    ['another provider, model or prompt', true, { configKey: 'k2' }],
    ['a fallback of exactly 60 minutes', false, { now: after(3_600_000) }, { fallback: true }],
    ['a fallback of 60 minutes and a millisecond', true, { now: after(3_600_001) }, { fallback: true }],
    ['a clock that went back', false, { now: after(-DAY_MS) }],
  ])('with %s returns %s', (_case, outdated, state, text = {}) => {
    expect(isOutdated({ ...TEXT, ...text }, { ...NOW, ...state })).toBe(outdated);
  });
});

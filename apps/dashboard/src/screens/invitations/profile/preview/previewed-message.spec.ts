import type { ProfileDraft } from '../profile-draft';
import { previewOf } from './previewed-message';

const DRAFT = {
  template: 'platforms',
  followup: {
    enabled: true,
    steps: [{ template: 'reminder' }, { template: 'card' }, { template: 'reminder-last' }],
  },
} as unknown as ProfileDraft;

describe('previewOf', () => {
  it.each([
    [0, { slug: 'platforms', textsOf: 0 }],
    [1, { slug: 'reminder', textsOf: 1 }],
    [2, { slug: 'card', textsOf: 0 }],
    [3, { slug: 'reminder-last', textsOf: 3 }],
  ])('shows step %s as %j', (step, expected) => {
    expect(previewOf(DRAFT, { step, kind: 'email' })).toEqual(expected);
  });

  it('shows the text message', () => {
    expect(previewOf(DRAFT, { step: 0, kind: 'sms' })).toEqual({ slug: 'sms', textsOf: 0 });
  });
});

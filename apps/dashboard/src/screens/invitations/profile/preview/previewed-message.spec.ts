import type { ProfileDraft } from '../profile-draft';
import { templateOf } from './previewed-message';

const DRAFT = {
  template: 'platforms',
  followup: {
    enabled: true,
    steps: [{ template: 'reminder' }, { template: 'card' }, { template: 'reminder-last' }],
  },
} as unknown as ProfileDraft;

describe('templateOf', () => {
  it.each([
    [{ step: 0, kind: 'email' }, 'platforms'],
    [{ step: 1, kind: 'email' }, 'reminder'],
    [{ step: 2, kind: 'email' }, 'card'],
    [{ step: 3, kind: 'email' }, 'reminder-last'],
    [{ step: 0, kind: 'sms' }, 'sms'],
  ] as const)('shows %j as %s', (place, slug) => {
    expect(templateOf(DRAFT, place)).toBe(slug);
  });
});

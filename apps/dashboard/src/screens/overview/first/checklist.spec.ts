import { checklistOf, isFirstHour, nextStep } from './checklist';

const NOTHING = { channels: 0, approved: 0, widgets: 0, invitationsSent: 0, whiteLabel: null };

describe('The checklist of the first hour', () => {
  it('begins with a channel', () => {
    const steps = checklistOf(NOTHING);
    expect(steps.map(({ name }) => name)).toEqual(['channel', 'approve', 'widget', 'invite']);
    expect(nextStep(steps)).toBe('channel');
  });

  it('follows what happened, in any order', () => {
    const steps = checklistOf({ ...NOTHING, channels: 2, widgets: 1 });
    expect(steps.filter(({ done }) => done).map(({ name }) => name)).toEqual(['channel', 'widget']);
    expect(nextStep(steps)).toBe('approve');
  });

  it('ends with white label for an agency only', () => {
    const all = { channels: 1, approved: 1, widgets: 1, invitationsSent: 1 };
    expect(nextStep(checklistOf({ ...all, whiteLabel: false }))).toBe('white_label');
    expect(nextStep(checklistOf({ ...all, whiteLabel: true }))).toBeNull();
    expect(nextStep(checklistOf({ ...all, whiteLabel: null }))).toBeNull();
  });

  it('leaves out what the role of a user does not allow', () => {
    const steps = checklistOf({ ...NOTHING, channels: null, widgets: null });
    expect(steps.map(({ name }) => name)).toEqual(['approve', 'invite']);
  });

  it('stands alone until the first review is approved', () => {
    expect(isFirstHour(NOTHING)).toBe(true);
    expect(isFirstHour({ approved: 1 })).toBe(false);
  });
});

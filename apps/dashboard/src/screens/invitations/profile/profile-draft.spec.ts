import { activeSteps, changesOf, isChanged, type ProfileDraft, withoutStep, withStep } from './profile-draft';

const STEP = { delay: 3, delay_unit: 'days', subject: 'Hello', body: 'Text', template: 'reminder' } as const;
const SAVED = {
  name: 'After a visit',
  subject: 'How was it?',
  channels: [1, 2],
  send_window: { enabled: true, timezone: 'UTC', days: [1, 2], start: '09:00', end: '18:00', holidays: [] },
  sms: { channel: 'sms', body: '{{review_url}}', from: null },
  followup: { enabled: false, steps: [STEP, STEP, STEP] },
} as unknown as ProfileDraft;

describe('changesOf', () => {
  it('sends nothing if nothing changed', () => {
    expect(changesOf(SAVED, structuredClone(SAVED))).toEqual({});
    expect(isChanged(SAVED, structuredClone(SAVED))).toBe(false);
  });

  it('sends only what changed inside of an object, and a list as a whole', () => {
    const draft = {
      ...SAVED,
      channels: [2],
      send_window: { ...SAVED.send_window, start: '10:00', days: [1] },
    };
    expect(changesOf(SAVED, draft)).toEqual({ channels: [2], send_window: { start: '10:00', days: [1] } });
  });

  it('sends null for a text that is to be the standard one', () => {
    const draft = { ...SAVED, subject: null, sms: { ...SAVED.sms, body: null } };
    expect(changesOf(SAVED, draft)).toEqual({ subject: null, sms: { body: null } });
  });
});

describe('withStep and withoutStep', () => {
  it('begin with one reminder, although three wait in switched-off settings', () => {
    const one = withStep(SAVED);
    expect(activeSteps(one)).toMatchObject([{ delay: 3, subject: null, template: 'reminder' }]);
  });

  it('add three reminders at most, the last one with its own layout', () => {
    const three = withStep(withStep(withStep(SAVED)));
    expect(activeSteps(three).map(({ delay, template }) => [delay, template])).toEqual([
      [3, 'reminder'],
      [7, 'reminder'],
      [14, 'reminder-last'],
    ]);
    expect(withStep(three)).toBe(three);
  });

  it('switch reminders off with the last one, because a list must not be empty', () => {
    const two = withStep(withStep(SAVED));
    const one = withoutStep(two, 0);
    expect(activeSteps(one)).toMatchObject([{ delay: 7 }]);
    const none = withoutStep(one, 0);
    expect(activeSteps(none)).toEqual([]);
    expect(none.followup.steps).toHaveLength(1);
  });
});

import { placeOfSetting } from './place-of-setting';

describe('placeOfSetting', () => {
  it.each([
    ['followup.steps[1].body', { step: 2, kind: 'email' }],
    ['sms.body', { step: 0, kind: 'sms' }],
    ['heading', { step: 0, kind: 'email' }],
    ['send_window.start', null],
    ['followup.steps[9].body', null],
  ])('finds the message of %s', (path, place) => {
    expect(placeOfSetting(path)).toEqual(place);
  });
});

import { bodyOf, type RequestForm } from './request-form';

const FORM: RequestForm = {
  type: 'email',
  recipient: ' noa@example.com ',
  name: '',
  settingsId: '',
  when: 'profile',
  time: '',
  data: [],
  reference: '',
  followup: true,
  ignoreCooldown: false,
};

describe('bodyOf', () => {
  it('sends nothing that was not filled in', () => {
    expect(bodyOf(FORM, 'UTC')).toEqual({ body: { recipient: 'noa@example.com', type: 'email' } });
  });

  it('sends everything that was filled in', () => {
    const form: RequestForm = {
      ...FORM,
      name: 'Noa Bergman',
      settingsId: '7',
      when: 'time',
      time: '2026-09-20T09:00',
      data: [{ key: 'order', value: 'A-17' }],
      reference: 'order-1042',
      followup: false,
      ignoreCooldown: true,
    };
    expect(bodyOf(form, 'Europe/Berlin')).toEqual({
      body: {
        recipient: 'noa@example.com',
        type: 'email',
        name: 'Noa Bergman',
        settings_id: 7,
        schedule: '2026-09-20T07:00:00.000Z',
        data: { order: 'A-17' },
        reference: 'order-1042',
        followup: false,
        ignore_cooldown: true,
      },
    });
  });

  it('waits for no delay if it is to be sent soon', () => {
    expect(bodyOf({ ...FORM, when: 'now' }, 'UTC')).toMatchObject({ body: { delay: 0 } });
  });

  it.each([
    ['recipient', { recipient: '  ' }],
    ['time', { when: 'time', time: '' }],
    ['data', { data: [{ key: 'Order', value: 'x' }] }],
  ] as const)('names the field %s that is missing or wrong', (fault, change) => {
    expect(bodyOf({ ...FORM, ...change } as RequestForm, 'UTC')).toEqual({ fault });
  });
});

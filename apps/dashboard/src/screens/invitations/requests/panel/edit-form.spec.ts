import { changesOf, formOf } from './edit-form';

const REQUEST = {
  recipient: 'noa@example.com',
  name: 'Noa',
  data: { order: 'A-17' },
};
const first = formOf(REQUEST, new Date('2026-09-20T07:15:00Z'), 'Europe/Berlin');

describe('changesOf', () => {
  it('shows the time in the zone of the person and sends nothing that stayed the same', () => {
    expect(first.time).toBe('2026-09-20T09:15');
    expect(changesOf(first, { ...first }, 'Europe/Berlin')).toEqual({});
  });

  it('sends what changed', () => {
    const form = { recipient: ' lena@example.com', name: ' ', time: '2026-09-21T10:00', data: [] };
    expect(changesOf(first, form, 'Europe/Berlin')).toEqual({
      recipient: 'lena@example.com',
      name: null,
      schedule: '2026-09-21T08:00:00.000Z',
      data: {},
    });
  });

  it('does not send a time or data that cannot be read', () => {
    const form = { ...first, time: '', data: [{ key: 'Not allowed', value: 'x' }] };
    expect(changesOf(first, form, 'UTC')).toEqual({});
  });
});

import { isTimeZone } from './time-zone';

describe('isTimeZone', () => {
  it.each(['Europe/Berlin', 'europe/berlin', 'UTC', 'America/Argentina/Buenos_Aires', 'Etc/GMT+2'])(
    'accepts the name %s',
    (name) => expect(isTimeZone(name)).toBe(true),
  );

  it.each([
    '',
    '+02:00',
    '-0500',
    'GMT+2',
    'Berlin',
    'Europe/Berlin ',
    'Europe/Berlin\n',
    'x'.repeat(100_000),
  ])('refuses %j', (name) => expect(isTimeZone(name)).toBe(false));

  it('keeps working for more spellings than it remembers', () => {
    const spellings = Array.from({ length: 1_100 }, (_, n) =>
      [...'europe/berlin']
        .map((letter, place) => ((n >> place) & 1 ? letter.toUpperCase() : letter))
        .join(''),
    );
    expect(spellings.every(isTimeZone)).toBe(true);
  });
});

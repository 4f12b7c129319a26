import { canonicalTimezone, isTimezone } from './timezone';

describe('isTimezone', () => {
  it.each(['UTC', 'Europe/Berlin', 'America/Argentina/Buenos_Aires', 'Asia/Kolkata', 'Etc/GMT+5'])(
    'accepts %s',
    (name) => {
      expect(isTimezone(name)).toBe(true);
    },
  );

  it.each([
    '',
    'Mars/Olympus',
    '+02',
    '+02:00',
    'Europe/Berlin; drop table reviews',
    'a'.repeat(65),
    5,
    null,
  ])('refuses %p', (value) => {
    expect(isTimezone(value)).toBe(false);
  });
});

describe('canonicalTimezone', () => {
  it.each([
    ['CET', 'Europe/Brussels'],
    ['IST', 'Asia/Calcutta'],
    ['GMT', 'UTC'],
    ['utc', 'UTC'],
    ['europe/berlin', 'Europe/Berlin'],
    ['Asia/Kolkata', 'Asia/Kolkata'],
    ['Etc/GMT+5', 'Etc/GMT+5'],
  ])('names %s as %s', (name, canonical) => {
    expect(canonicalTimezone(name)).toBe(canonical);
  });
});

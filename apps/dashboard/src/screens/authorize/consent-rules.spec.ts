import { destinationOf, endOf, isolated, usualDays } from './consent-rules';

describe('the consent to an app', () => {
  it.each(['localhost', 'localhost:33418', '127.0.0.1:9', '127.1.2.3', '[::1]:8080', 'LOCALHOST'])(
    'names a program on this computer as the destination %s',
    (host) => {
      expect(destinationOf(host)).toEqual({ kind: 'computer' });
    },
  );

  it.each(['localhost.evil.example', '127.0.0.1.evil.example', 'evil.example:127', '[::1].evil.example'])(
    'names the site %s, which only begins like an address of this computer',
    (host) => {
      expect(destinationOf(host)).toEqual({ kind: 'site', host });
    },
  );

  it('names an installed app by the scheme of its address', () => {
    expect(destinationOf('com.example.app:')).toEqual({ kind: 'installed' });
  });

  it('is for 90 days at first, or for the longest span that the session allows', () => {
    expect(usualDays([1, 30, 90, 365, null])).toBe(90);
    expect(usualDays([1, 30])).toBe(30);
    expect(usualDays([null])).toBeNull();
  });

  it('ends on a day, or not by itself', () => {
    const now = new Date('2026-11-28T10:00:00Z');
    expect(endOf(30, now)?.toISOString()).toBe('2026-12-28T10:00:00.000Z');
    expect(endOf(null, now)).toBeNull();
  });

  it('keeps the direction of writing of a name to the name', () => {
    expect(isolated('تطبيق')).toBe('\u2068تطبيق\u2069');
  });
});

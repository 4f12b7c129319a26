import type { Hit } from './hit';
import { programReason } from './hit-verdict';

const SENT = new Date('2026-09-20T10:00:00Z');
const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36';
const GMAIL = 'Mozilla/5.0 (Windows NT 5.1; rv:11.0) Gecko Firefox/11.0 (via ggpht.com GoogleImageProxy)';

function hit(seconds: number, more: Partial<Hit> = {}): Hit {
  return {
    kind: 'review',
    link: 0,
    at: new Date(SENT.getTime() + seconds * 1_000),
    network: '203.0.113.0/24',
    userAgent: CHROME,
    ...more,
  };
}

/** Returns the reasons of all hits of a message. */
function reasonsOf(...hits: Hit[]) {
  return hits.map((one) => programReason(one, hits, SENT));
}

describe('programReason', () => {
  it('takes a single click after the sending for that of a person', () => {
    expect(reasonsOf(hit(40))).toEqual([null]);
    expect(reasonsOf(hit(0))).toEqual([null]);
  });

  it('takes a hit before the sending, or of a message that was never sent, for that of a program', () => {
    expect(reasonsOf(hit(-0.001))).toEqual(['before_sent']);
    expect(programReason(hit(40), [hit(40)], null)).toBe('before_sent');
  });

  it.each([null, '', '   '])('takes the User-Agent %j for that of a program', (userAgent) => {
    expect(reasonsOf(hit(40, { userAgent }))).toEqual(['no_user_agent']);
  });

  it.each(['curl/8.5.0', 'Mozilla/5.0 (compatible; Googlebot/2.1)', 'python-requests/2.31', GMAIL])(
    'takes a click of %s for that of a program',
    (userAgent) => expect(reasonsOf(hit(40, { userAgent }))).toEqual(['known_program']),
  );

  it.each([GMAIL, 'YahooMailProxy; https://help.yahoo.com/kb/yahoo-mail-proxy-SLN28749.html'])(
    'takes an opening through %s for that of a person',
    (userAgent) => expect(reasonsOf(hit(40, { kind: 'open', userAgent }))).toEqual([null]),
  );

  it('takes an opening by another program for that of a program', () => {
    expect(reasonsOf(hit(40, { kind: 'open', userAgent: 'curl/8.5.0' }))).toEqual(['known_program']);
  });

  it('ignores every hit up to 20 seconds before and after one of the hidden link', () => {
    const trap = hit(60, { kind: 'trap' });
    expect(reasonsOf(hit(40), hit(39.999), trap, hit(80), hit(80.001))).toEqual([
      'hidden_link',
      null,
      'hidden_link',
      'hidden_link',
      null,
    ]);
  });

  it('ignores a burst of three distinct links within two seconds, and an opening within it', () => {
    const burst = [hit(5), hit(6, { link: 9 }), hit(7, { kind: 'unsubscribe' }), hit(6.5, { kind: 'open' })];
    expect(reasonsOf(...burst)).toEqual(['many_links', 'many_links', 'many_links', 'many_links']);
  });

  it('ignores all four links of a mail that are opened within one second', () => {
    const four = [1, 2, 3, 4].map((link) => hit(5 + link / 4, { link }));
    expect(reasonsOf(...four)).toEqual(['many_links', 'many_links', 'many_links', 'many_links']);
  });

  it('keeps three links that take longer than two seconds, and one link that is followed often', () => {
    expect(reasonsOf(hit(5), hit(6, { link: 9 }), hit(7.001, { link: 8 }))).toEqual([null, null, null]);
    expect(reasonsOf(hit(5), hit(5.1), hit(5.2), hit(5.3))).toEqual([null, null, null, null]);
  });

  it('keeps a click that a person makes after the burst of a gateway', () => {
    const burst = [hit(5), hit(5.5, { link: 9 }), hit(6, { kind: 'unsubscribe' })];
    expect(reasonsOf(...burst, hit(45))[3]).toBeNull();
  });

  it('ignores hits from three networks within 30 seconds, and keeps those of two', () => {
    const from = (seconds: number, third: number) => hit(seconds, { network: `198.51.${third}.0/24` });
    expect(reasonsOf(from(10, 1), from(25, 2), from(40, 3))).toEqual([
      'many_networks',
      'many_networks',
      'many_networks',
    ]);
    expect(reasonsOf(from(10, 1), from(25, 2), from(40.001, 3))).toEqual([null, null, null]);
    expect(reasonsOf(from(10, 1), from(11, 2), from(12, 1))).toEqual([null, null, null]);
  });

  it('does not count the network of an image proxy', () => {
    const proxied = hit(10, { kind: 'open', userAgent: GMAIL, network: '66.249.93.0/24' });
    const clicks = [hit(14, { network: '198.51.100.0/24' }), hit(16, { network: '2001:db8:1::/48' })];
    expect(reasonsOf(proxied, ...clicks)).toEqual([null, null, null]);
  });

  it('does not count hits without a network', () => {
    const unknown = [1, 2, 3].map((seconds) => hit(seconds * 10, { network: null }));
    expect(reasonsOf(...unknown)).toEqual([null, null, null]);
  });

  it('looks at each other hit a few times only, however many there are', () => {
    let looks = 0;
    class CountedDate extends Date {
      override getTime(): number {
        looks += 1;
        return super.getTime();
      }
    }
    const flood = Array.from({ length: 4_000 }, (_value, place) =>
      hit(0, { at: new CountedDate(SENT.getTime() + place), network: `198.51.${place % 2}.0/24` }),
    );
    expect(programReason(flood[2_000]!, flood, SENT)).toBeNull();
    expect(looks).toBeLessThan(20 * flood.length);
  });
});

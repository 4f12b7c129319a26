import { CrawlError } from '../../platforms/crawl-error';
import { type RobotsResponse, RobotsRules } from './robots';

let now = new Date('2026-11-21T12:00:00Z');
const signal = new AbortController().signal;
const page = new URL('https://shop.example/reviews?page=2');

function rules() {
  const requested: string[] = [];
  const robots = new RobotsRules('PlauditBot', () => now);
  const verdict = (response: RobotsResponse, url = page) =>
    robots.verdict(url, {
      account: 1,
      line: 'check',
      signal,
      send: async (robotsUrl) => {
        requested.push(robotsUrl);
        return response;
      },
    });
  return { requested, verdict };
}

describe('RobotsRules', () => {
  it.each([
    ['allows a path that the file does not mention', 200, 'User-agent: *\nDisallow: /admin', true],
    ['forbids a path that is forbidden for all crawlers', 200, 'User-agent: *\nDisallow: /reviews', false],
    [
      'forbids a path if the file forbids it for us',
      200,
      'User-agent: PlauditBot\nDisallow: /\n\nUser-agent: *\nAllow: /',
      false,
    ],
    [
      'applies the rules for us instead of those for all crawlers',
      200,
      'User-agent: *\nDisallow: /\n\nUser-agent: plauditbot\nAllow: /',
      true,
    ],
    ['applies the longest rule', 200, 'User-agent: *\nAllow: /reviews\nDisallow: /', true],
    ['allows a path if two equal rules differ', 200, 'User-agent: *\nDisallow: /r\nAllow: /r', true],
    [
      'merges the groups of one crawler',
      200,
      'User-agent: *\nAllow: /a\n\nUser-agent: *\nDisallow: /r',
      false,
    ],
    ['applies the rules for several crawlers', 200, 'User-agent: a\nUser-agent: *\nDisallow: /r', false],
    [
      'ignores the rules of other crawlers',
      200,
      'User-agent: a\nDisallow: /\nUser-agent: b\nDisallow: /',
      true,
    ],
    ['reads wildcards', 200, 'User-agent: *\nDisallow: /*s?*=2$ # pages', false],
    ['reads the end of a pattern', 200, 'User-agent: *\nDisallow: /reviews$', true],
    ['reads two wildcards and an end that overlap', 200, 'User-agent: *\nDisallow: /*page=2*2$', true],
    [
      'does not split a group at a line about something else',
      200,
      'User-agent: *\nSitemap: https://shop.example/s.xml\nHost: x\nUser-agent: b\nDisallow: /r',
      false,
    ],
    [
      'ends a group at an empty rule',
      200,
      'User-agent: *\nDisallow:\nSitemap: /s.xml\nUser-agent: b\nDisallow: /r',
      true,
    ],
    ['ignores an empty rule', 200, 'User-agent: *\nDisallow:', true],
    ['allows everything if the file does not exist', 404, 'nothing here', true],
    ['allows everything if the server refuses the file', 403, '', true],
    ['forbids everything if the server fails', 503, '', false],
  ])('%s', async (_name, status, text, allowed) => {
    expect((await rules().verdict({ status, text })).allowed).toBe(allowed);
  });

  it('compares escaped characters regardless of their spelling', async () => {
    const text = 'User-agent: *\nDisallow: /caf%c3%a9\nDisallow: /über';
    const { verdict } = rules();
    for (const path of ['café', '%C3%BCber']) {
      const url = new URL(`https://shop.example/${path}`);
      expect((await verdict({ status: 200, text }, url)).allowed).toBe(false);
    }
  });

  it.each([
    ['/*?filter[', '/a?filter[c]=1'],
    ['/*?filter%5B', '/a?filter[c]=1'],
    ['/a|b', '/a|b'],
    ['/*?q=|^{}', '/a?q=|^{}'],
    ["/*?q='x", "/a?q='x"],
    ['/%7Ejoe', '/~joe'],
    ['/~joe', '/%7ejoe'],
    ['/%61%2D%2e%5F', '/a-._'],
    ['/a%2Ab$', '/a*b'],
    ['/a%24', '/a$'],
    ['/a$b', '/a$b'],
  ])('reads %s as a rule against %s', async (pattern, path) => {
    const text = `User-agent: *\nDisallow: ${pattern}`;
    const { allowed } = await rules().verdict({ status: 200, text }, new URL(path, page));
    expect(allowed).toBe(false);
  });

  it.each([
    ['/a%2Fb', '/a/b'],
    ['/a%3Fb', '/a?b'],
    ['/%2561', '/a'],
    ['/a%2Ab', '/axb'],
  ])('does not read %s as a rule against %s', async (pattern, path) => {
    const text = `User-agent: *\nDisallow: ${pattern}`;
    const { allowed } = await rules().verdict({ status: 200, text }, new URL(path, page));
    expect(allowed).toBe(true);
  });

  it.each(['', '-1', 'x'])('ignores the crawl delay "%s"', async (delay) => {
    const text = `User-agent: *\nCrawl-delay: 7\nCrawl-delay: ${delay}`;
    expect((await rules().verdict({ status: 200, text })).crawlDelay).toBe(7);
  });

  it.each([
    [
      '17,000 crawlers before 20,000 rules',
      'User-agent: a\n'.repeat(17_000) + 'Disallow: /\n'.repeat(20_000),
    ],
    ['500,000 wildcards', `User-agent: *\nDisallow: /${'*'.repeat(500_000)}x`],
    ['long parts behind wildcards', `User-agent: *\n${`Disallow: /*${'a'.repeat(1_000)}b\n`.repeat(490)}`],
  ])('reads a file with %s at once', async (_name, text) => {
    const url = new URL(`https://shop.example/${'a'.repeat(2_000)}`);
    expect((await rules().verdict({ status: 200, text }, url)).allowed).toBe(true);
  });

  it('returns the crawl delay', async () => {
    const verdict = await rules().verdict({ status: 200, text: 'User-agent: *\nCrawl-delay: 7' });
    expect(verdict).toEqual({ allowed: true, crawlDelay: 7 });
  });

  it('requests the file once per day and origin', async () => {
    const { requested, verdict } = rules();
    const response = { status: 200, text: '' };
    await verdict(response);
    await verdict(response, new URL('https://shop.example/other'));
    expect(requested).toEqual(['https://shop.example/robots.txt']);
    await verdict(response, new URL('https://other.example/'));
    now = new Date(now.getTime() + 86_400_000);
    await verdict(response);
    expect(requested).toHaveLength(3);
  });

  it('requests the file once for parallel requests to an origin', async () => {
    const { requested, verdict } = rules();
    const allowed = await Promise.all([1, 2, 3].map(() => verdict({ status: 200, text: '' })));
    expect(allowed).toHaveLength(3);
    expect(requested).toHaveLength(1);
  });

  it('requests the file once more if the caller gave up that had requested it for all', async () => {
    const robots = new RobotsRules('PlauditBot', () => now);
    let requests = 0;
    const answer = async (): Promise<RobotsResponse> => {
      requests += 1;
      return { status: 404, text: '' };
    };
    const first = robots.verdict(page, {
      account: 1,
      line: 'check',
      signal,
      send: () => Promise.reject(new Error('gave up')),
    });
    const others = [1, 2].map(() =>
      robots.verdict(page, { account: 1, line: 'check', signal, send: answer }),
    );
    await expect(first).rejects.toThrow('gave up');
    expect((await Promise.all(others)).map(({ allowed }) => allowed)).toEqual([true, true]);
    expect(requests).toBe(1);
  });

  it('tells all parallel callers that the origin does not respond, without another request', async () => {
    const robots = new RobotsRules('PlauditBot', () => now);
    let requests = 0;
    const silent = async (): Promise<RobotsResponse> => {
      requests += 1;
      throw new CrawlError('TIMEOUT', 'The server did not answer.');
    };
    const results = await Promise.allSettled(
      [1, 2].map(() => robots.verdict(page, { account: 1, line: 'check', signal, send: silent })),
    );
    expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected']);
    expect(requests).toBe(1);
  });

  it('ends the wait of a caller that gives up, and not the request that the others wait for', async () => {
    const robots = new RobotsRules('PlauditBot', () => now);
    let respond!: (response: RobotsResponse) => void;
    const send = () => new Promise<RobotsResponse>((resolve) => (respond = resolve));
    const owner = robots.verdict(page, { account: 1, line: 'check', signal, send });
    const impatient = new AbortController();
    const givenUp = robots.verdict(page, { account: 1, line: 'check', signal: impatient.signal, send });
    const patient = robots.verdict(page, { account: 1, line: 'check', signal, send });
    impatient.abort(new Error('enough'));
    await expect(givenUp).rejects.toThrow('enough');
    respond({ status: 404, text: '' });
    expect(await Promise.all([owner, patient])).toMatchObject([{ allowed: true }, { allowed: true }]);
  });

  it('tells no account what another account was refused', async () => {
    const robots = new RobotsRules('PlauditBot', () => now);
    const refusal = new CrawlError('OVERLOADED', 'This account has asked too often.');
    const requester = { line: 'check', signal } as const;
    const refused = robots.verdict(page, { ...requester, account: 1, send: () => Promise.reject(refusal) });
    const send = async (): Promise<RobotsResponse> => ({ status: 404, text: '' });
    const other = robots.verdict(page, { ...requester, account: 2, send });
    await expect(refused).rejects.toBe(refusal);
    await expect(other).resolves.toMatchObject({ allowed: true });
  });

  it('lets no check wait for the request of a crawl', async () => {
    const robots = new RobotsRules('PlauditBot', () => now);
    void robots.verdict(page, { account: 1, line: 'crawl', signal, send: () => new Promise(() => {}) });
    const check = robots.verdict(page, {
      account: 1,
      line: 'check',
      signal,
      send: async () => ({ status: 404, text: '' }),
    });
    await expect(check).resolves.toMatchObject({ allowed: true });
  });

  it('requests the file again ten minutes after a server error', async () => {
    const { requested, verdict } = rules();
    await verdict({ status: 500, text: '' });
    now = new Date(now.getTime() + 600_000);
    expect((await verdict({ status: 200, text: '' })).allowed).toBe(true);
    expect(requested).toHaveLength(2);
  });
});

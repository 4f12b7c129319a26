import { type RobotsResponse, RobotsRules } from './robots';

let now = new Date('2026-11-21T12:00:00Z');
const page = new URL('https://shop.example/reviews?page=2');

function rules() {
  const asked: string[] = [];
  const robots = new RobotsRules('PlauditBot', () => now);
  const verdict = (answer: RobotsResponse, url = page) =>
    robots.verdict(url, async (robotsUrl) => {
      asked.push(robotsUrl);
      return answer;
    });
  return { asked, verdict };
}

describe('robots.txt', () => {
  it.each([
    ['allows what it does not mention', 200, 'User-agent: *\nDisallow: /admin', true],
    ['forbids what it forbids to all', 200, 'User-agent: *\nDisallow: /reviews', false],
    [
      'means us when it names us',
      200,
      'User-agent: PlauditBot\nDisallow: /\n\nUser-agent: *\nAllow: /',
      false,
    ],
    [
      'means us and not all when it names us',
      200,
      'User-agent: *\nDisallow: /\n\nUser-agent: plauditbot\nAllow: /',
      true,
    ],
    ['allows everything when it does not exist', 404, 'nothing here', true],
    ['allows everything when it is refused', 403, '', true],
    ['forbids everything while the server fails', 503, '', false],
  ])('%s', async (_name, status, text, allowed) => {
    expect((await rules().verdict({ status, text })).allowed).toBe(allowed);
  });

  it('may ask for a delay', async () => {
    const verdict = await rules().verdict({ status: 200, text: 'User-agent: *\nCrawl-delay: 7' });
    expect(verdict).toEqual({ allowed: true, crawlDelay: 7 });
  });

  it('is read once a day and origin', async () => {
    const { asked, verdict } = rules();
    const answer = { status: 200, text: '' };
    await verdict(answer);
    await verdict(answer, new URL('https://shop.example/other'));
    expect(asked).toEqual(['https://shop.example/robots.txt']);
    await verdict(answer, new URL('https://other.example/'));
    now = new Date(now.getTime() + 86_400_000);
    await verdict(answer);
    expect(asked).toHaveLength(3);
  });

  it('is asked for again after ten minutes when the server failed', async () => {
    const { asked, verdict } = rules();
    await verdict({ status: 500, text: '' });
    now = new Date(now.getTime() + 600_000);
    expect((await verdict({ status: 200, text: '' })).allowed).toBe(true);
    expect(asked).toHaveLength(2);
  });
});

import { CrawlError } from '../crawl-error';
import { playback } from '../fixtures.suite';
import type { Platform } from '../platform';
import { rss } from './rss';

const URL = 'https://larch.example/feed.xml';

async function refusal(text: string): Promise<CrawlError> {
  const exchanges = [{ url: URL, text }];
  const scenario = {
    what: 'a feed',
    now: '2026-11-30T12:00:00Z',
    config: { url: URL },
    exchanges,
    expected: {},
  };
  const ctx = playback(rss as Platform, scenario);
  const error: unknown = await rss.validate({ url: URL }, ctx as never).catch((reason: unknown) => reason);
  if (error instanceof CrawlError) return error;
  throw new Error('The feed was not refused');
}

describe('a feed that cannot be read', () => {
  it.each([
    '<?xml version="1.0"?>\n<rss version="2.0"><channel><title>Larch</title><item><title>Fine</ti',
    '<feed xmlns="http://www.w3.org/2005/Atom"><entry><title>A < B</title',
    '<rdf:RDF xmlns="http://purl.org/rss/1.0/"><item',
  ])('is called broken and not missing: %s', async (text) => {
    const { code, message } = await refusal(text);
    expect([code, message]).toEqual(['INVALID_PROFILE', expect.stringContaining('broken or cut off')]);
  });

  it.each(['<html><body>Feed</body></html>', '', '{"rss":1}'])('is missing: %j', async (text) => {
    const { code, message } = await refusal(text);
    expect([code, message]).toEqual([
      'INVALID_PROFILE',
      expect.stringContaining('There is no RSS or Atom feed'),
    ]);
  });
});

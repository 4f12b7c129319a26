import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { playback, type Scenario } from '../fixtures.suite';
import { yotpo } from './yotpo';

const file = join(__dirname, '..', 'fixtures', 'yotpo', 'with-secret.json');
const scenario = JSON.parse(readFileSync(file, 'utf8')) as Scenario;
const page = { key: { app: 'AppKeyExample1' }, config: scenario.config, partition: '' };

/** Reads the pages in a new crawl, and returns how often it requested a session. */
async function sessionsOf(...pages: (number | null)[]): Promise<number> {
  const ctx = playback(yotpo, scenario);
  for (const cursor of pages) await yotpo.fetchPage({ ...page, cursor }, ctx);
  return ctx.requested.filter((url) => url.endsWith('/oauth/token')).length;
}

describe('the session of Yotpo', () => {
  it('is requested once for all pages of a crawl, and again by the next crawl', async () => {
    await expect(sessionsOf(null, 2)).resolves.toBe(1);
    await expect(sessionsOf(2)).resolves.toBe(1);
  });
});

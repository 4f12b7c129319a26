import { eventually, Exposition } from '@plaudit/testing';
import { ChannelsWorld } from '../../channels-world.suite';

let own: ChannelsWorld;

beforeAll(async () => {
  own = await ChannelsWorld.start();
});
afterAll(() => own.close());

describe('the metrics of crawls', () => {
  it('count crawls by platform, outcome and code of the error, and the pages that they stored', async () => {
    const measured = async () => {
      const exported = await Exposition.fetch(own.world.metricsUrl);
      const crawls = (outcome: string, error_code: string): number =>
        exported.sum('plaudit_crawls_total', { platform: 'app_store', outcome, error_code });
      return {
        succeeded: crawls('succeeded', 'none'),
        blocked: crawls('failed', 'blocked'),
        empty: crawls('failed', 'empty_result'),
        pages: exported.sum('plaudit_crawl_pages_total', { platform: 'app_store' }),
        measured: exported.sum('plaudit_crawl_duration_seconds_count', { platform: 'app_store' }),
      };
    };
    const before = await measured();
    const { app, channelId } = await own.crawledApp('310', 120);
    const [first] = await own.world.admin.query<{ pages: number }>(
      'select pages_done as pages from channels.crawls where channel_id = $1',
      [channelId],
    );
    own.apple.interfere = ({ path }) => (path.includes('id=310/') ? { status: 403 } : undefined);
    await own.crawlAgain(channelId);
    own.apple.interfere = () => undefined;
    app.reviews = { gb: [] };
    await own.crawlAgain(channelId);
    // The worker counts after the outcome is committed.
    const after = await eventually(
      measured,
      ({ measured: all }) => all === before.measured + 3,
      'three crawls',
    );
    expect(after).toEqual({
      succeeded: before.succeeded + 1,
      blocked: before.blocked + 1,
      empty: before.empty + 1,
      // The crawl that found no reviews has stored an empty page.
      pages: before.pages + first!.pages + 1,
      measured: before.measured + 3,
    });
  });
});

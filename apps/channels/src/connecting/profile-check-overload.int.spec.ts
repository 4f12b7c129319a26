import { Clock, Randomness, Tracing } from '@plaudit/runtime';
import { buildPrincipal } from '@plaudit/testing';
import { ChannelsEnv } from '../channels.env';
import { PlatformHttpClient } from '../crawl/http/platform-http.client';
import { PageThreadService } from '../crawl/thread/page-thread.service';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import type { Platform } from '../platforms/platform';
import { websiteSchema } from '../platforms/website/website-schema';
import { ProfileCheckService } from './profile-check.service';

const url = 'https://shop.example/';

class HostileThread extends PageThreadService {
  protected override readonly entry = require.resolve('../crawl/thread/fixtures/hostile-thread.process');
}

class ImpatientCheck extends ProfileCheckService {
  protected override readonly timeoutMs = 50;
}

const env = Object.assign(new ChannelsEnv(), { PAGE_SECONDS: 600 });
const thread = new HostileThread(env);
const http = new PlatformHttpClient(env, new Clock(), new Randomness(), Tracing.OFF);
const checks = new ImpatientCheck(new PlatformContextFactory(http, thread, new Clock(), env));

/** A platform that has responded with a page, which is read now. */
const responded = {
  ...websiteSchema,
  validate: (_config, ctx) => ctx.read({ status: 200, url, text: () => 'A page' } as never),
} as Platform;

afterAll(async () => {
  await thread.onApplicationShutdown();
  await http.onApplicationShutdown();
});

describe('ProfileCheckService', () => {
  it('is overloaded if the time of a check ends in front of the page thread', async () => {
    const stopping = new AbortController();
    const task = { platform: 'website_schema', body: 'ENDLESS', url } as const;
    const busy = thread.read(task, { signal: stopping.signal, caller: null }).catch(() => 'stopped');
    const refused = checks.check(buildPrincipal(), responded, { url });
    await expect(refused).rejects.toMatchObject({
      code: 'overloaded',
      details: { retry_after_seconds: 600 },
    });
    stopping.abort();
    expect(await busy).toBe('stopped');
  });
});

import { Clock, Randomness, Tracing } from '@plaudit/runtime';
import {
  type FixtureResponse,
  type FixtureServer,
  type RecordedRequest,
  startFixtureServer,
} from '@plaudit/testing';
import { ChannelsEnv } from '../channels.env';
import { PlatformHttpClient } from '../crawl/http/platform-http.client';
import { PageThreadService } from '../crawl/thread/page-thread.service';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import { asCrawlError, CrawlError, type CrawlErrorCode } from './crawl-error';
import { FIXTURE_OPERATOR_KEY, FIXTURE_TOKEN, scenariosOf } from './fixtures.suite';
import { type Cursor, OPERATOR_KEYS, type Platform } from './platform';
import type { RecordedPage, RecordedResponse } from './recorded-pages.suite';

/** What came of reading a page. */
interface Outcome {
  code: CrawlErrorCode | null;
  retryAfterMs?: number;
  /** What an adapter threw that is no CrawlError. */
  bug?: unknown;
  rows: readonly unknown[];
  next: Cursor | null;
}

/** A server fails often here, which must not open the breaker of its origin. */
class SteadyClient extends PlatformHttpClient {
  protected override limits(): ReturnType<PlatformHttpClient['limits']> {
    return { ...super.limits(), breaker: undefined };
  }
}

class ImpatientClient extends SteadyClient {
  protected override limits(): ReturnType<PlatformHttpClient['limits']> {
    return { ...super.limits(), totalTimeoutMs: 25 };
  }
}

/** What a server does to the requests of a page. Null for a recorded response. */
export type Interference = (recorded: RecordedResponse, request: RecordedRequest) => FixtureResponse | null;

/** Plays recorded pages of all platforms over HTTP, through the client and the worker thread of the crawler. */
export class FaultPlayer {
  private page: RecordedPage | null = null;
  private interfere: Interference = () => null;
  private answered = 0;

  private constructor(
    private readonly server: FixtureServer,
    private readonly thread: PageThreadService,
    private readonly clients: Readonly<Record<'steady' | 'impatient', PlatformHttpClient>>,
    private readonly env: ChannelsEnv,
  ) {}

  static async start(platforms: readonly Platform[]): Promise<FaultPlayer> {
    const server = await startFixtureServer();
    const env = Object.assign(new ChannelsEnv(), {
      CRAWL_RATE_FACTOR: 0,
      ORIGIN_OVERRIDES: originsOf(platforms)
        .map((origin) => `${origin}=${server.url}`)
        .join(),
      ...Object.fromEntries(OPERATOR_KEYS.map((name) => [name, FIXTURE_OPERATOR_KEY])),
    });
    const parts = [env, new Clock(), new Randomness(), Tracing.OFF] as const;
    const clients = { steady: new SteadyClient(...parts), impatient: new ImpatientClient(...parts) };
    const player = new FaultPlayer(server, new PageThreadService(env), clients, env);
    server.handle((request) => player.respond(request));
    return player;
  }

  async close(): Promise<void> {
    await this.thread.onApplicationShutdown();
    await Promise.all(Object.values(this.clients).map((client) => client.onApplicationShutdown()));
    await this.server.close();
  }

  /** Reads a page and normalises its rows while the server interferes. Requests are not repeated. */
  async read(
    platform: Platform,
    page: RecordedPage,
    interfere: Interference = () => null,
    client: 'steady' | 'impatient' = 'steady',
  ): Promise<Outcome> {
    Object.assign(this, { page, interfere, answered: 0 });
    const contexts = new PlatformContextFactory(this.clients[client], this.thread, new Clock(), this.env);
    const { ctx, normalize } = contexts.of(platform, {
      signal: new AbortController().signal,
      retries: 0,
      account: 1,
      line: 'crawl',
      token: async () => page.scenario.config.accessToken ?? FIXTURE_TOKEN,
    });
    try {
      const { rows, next } = await platform.fetchPage(page.request, ctx);
      await normalize(rows);
      return { code: null, retryAfterMs: undefined, rows, next };
    } catch (error) {
      const { code, info } = asCrawlError(error);
      const bug = error instanceof CrawlError ? undefined : error;
      return { code, retryAfterMs: info.retryAfterMs, bug, rows: [], next: null };
    }
  }

  private respond(request: RecordedRequest): FixtureResponse {
    if (request.path === '/robots.txt') return { status: 404 };
    const { responses = [] } = this.page ?? {};
    const recorded = responses[Math.min(this.answered, responses.length - 1)];
    if (!recorded) return { status: 500, body: 'Nothing is recorded' };
    this.answered += 1;
    const { status, headers, body } = recorded;
    return this.interfere(recorded, request) ?? { status, headers, body };
  }
}

/** Returns the origins of all requests in the fixtures. */
function originsOf(platforms: readonly Platform[]): string[] {
  const exchanges = platforms.flatMap(scenariosOf).flatMap((scenario) => scenario.exchanges);
  return [...new Set(exchanges.map(({ url }) => new URL(url).origin))];
}

import { gzipSync } from 'node:zlib';
import {
  atLength,
  type FixtureResponse,
  type FixtureServer,
  type PlainResponse,
  startFixtureServer,
} from '@plaudit/testing';
import type { CrawlErrorCode } from './crawl-error';
import { FaultPlayer } from './fault-player.suite';
import type { Platform } from './platform';
import { type RecordedPage, recordedPages, type RecordedResponse } from './recorded-pages.suite';
import { PLATFORMS } from './registry';

const CRAWLED = PLATFORMS.filter(({ meta }) => meta.method !== 'dashboard').map((platform, at) => ({
  slug: platform.meta.slug,
  platform,
  at,
}));
/** The short form lets one fault of three strike each platform: other ones strike the next platform. */
const FAULTS_STEP = 3;

const HTML = { 'content-type': 'text/html' };
const PLAIN_PAGE = '<!doctype html><title>Welcome</title><p>Something else</p>';
const CAPTCHA_PAGE =
  '<!doctype html><title>Just a moment...</title><script src="/cdn-cgi/challenge-platform/x.js"></script>';
/** Compressed, because the client reads no more than its limit in any case, and this takes less time. */
const TEN_MEGABYTES = {
  headers: { 'content-encoding': 'gzip' },
  body: gzipSync(Buffer.alloc(10 * 1024 * 1024, ' ')),
};

/** A fault that gives every platform the same code, whatever form its pages have. */
const FAULTS: readonly {
  what: string;
  code: CrawlErrorCode;
  respond(recorded: RecordedResponse): FixtureResponse;
  retryAfterMs?: number;
  /** True if a page may leave out what it names and what does not exist. */
  mayBeEmpty?: true;
}[] = [
  { what: 'a status 404', code: 'NOT_FOUND', mayBeEmpty: true, respond: () => refusal(404) },
  { what: 'a status 410', code: 'GONE', respond: () => refusal(410) },
  { what: 'a status 402', code: 'FORBIDDEN_PLAN', respond: () => refusal(402) },
  { what: 'a status 403', code: 'BLOCKED', respond: () => refusal(403) },
  { what: 'a status 429', code: 'RATE_LIMITED', respond: () => refusal(429) },
  {
    what: 'a status 429 with Retry-After',
    code: 'RATE_LIMITED',
    retryAfterMs: 120_000,
    respond: () => ({ ...refusal(429), headers: { ...HTML, 'retry-after': '120' } }),
  },
  { what: 'a status 500', code: 'UPSTREAM_ERROR', respond: () => refusal(500) },
  { what: 'a captcha with status 403', code: 'BLOCKED', respond: () => captcha(403) },
  { what: 'a captcha with status 200', code: 'BLOCKED', respond: () => captcha(200) },
  { what: 'a connection that is reset', code: 'NETWORK', respond: () => 'reset' },
  { what: 'a body that is cut off', code: 'NETWORK', respond: () => 'cut' },
  { what: 'a body of 10 MB', code: 'TOO_LARGE', respond: () => TEN_MEGABYTES },
  { what: 'a redirect to itself', code: 'SOURCE_RETIRED', respond: ({ url }) => redirect(url) },
];

function refusal(status: number): { status: number; headers: Record<string, string>; body: string } {
  return { status, headers: HTML, body: PLAIN_PAGE };
}

function captcha(status: number): FixtureResponse {
  return { status, headers: HTML, body: CAPTCHA_PAGE };
}

function redirect(location: string): FixtureResponse {
  return { status: 302, headers: { location } };
}

/** Returns the code of a response. A platform knows best what its own status means, but not what a captcha is. */
function codeOf(platform: Platform, given: FixtureResponse, code: CrawlErrorCode): CrawlErrorCode {
  const { status = 200, body } = given as PlainResponse;
  const own =
    status < 400 || body === CAPTCHA_PAGE
      ? null
      : platform.errorOf?.({ status, header: () => null, body: undefined });
  const known = own?.code ?? code;
  return known === 'BLOCKED' && platform.meta.challengePasses ? 'CHALLENGED' : known;
}

const isJson = ({ body }: RecordedResponse): boolean => {
  try {
    JSON.parse(body);
    return true;
  } catch {
    return false;
  }
};

let player: FaultPlayer;
/** A server that the platforms have no business with. */
let internal: FixtureServer;

beforeAll(async () => {
  player = await FaultPlayer.start(CRAWLED.map(({ platform }) => platform));
  internal = await startFixtureServer(() => ({ body: 'secret' }));
});

afterAll(async () => {
  await player.close();
  await internal.close();
});

describe.each(CRAWLED)('the platform $slug over HTTP', ({ platform, at }) => {
  let all: RecordedPage[];
  /** The pages that the faults strike. */
  let pages: RecordedPage[];

  beforeAll(async () => {
    all = await recordedPages(platform);
    pages = atLength({ short: all.slice(0, 1), long: all });
  });

  it('reads the same pages as from its fixtures', async () => {
    expect(all).not.toEqual([]);
    for (const page of all) {
      const { code, bug, rows, next } = await player.read(platform, page);
      expect({ what: page.what, code, bug, rows, next }).toEqual({
        what: page.what,
        code: null,
        bug: undefined,
        rows: page.rows,
        next: page.next,
      });
    }
  });

  const faults = atLength({
    short: FAULTS.filter((_fault, which) => (which + at) % FAULTS_STEP === 0),
    long: FAULTS,
  });

  it.each(faults)('gives the code $code to $what', async ({ code, retryAfterMs, mayBeEmpty, respond }) => {
    for (const page of pages) {
      const outcome = await player.read(platform, page, respond);
      const [recorded] = page.responses;
      const expected = codeOf(platform, respond(recorded as RecordedResponse), code);
      const isLeftOut = mayBeEmpty === true && outcome.code === null && outcome.rows.length === 0;
      expect({ ...outcome, page: page.what, code: isLeftOut ? expected : outcome.code }).toMatchObject({
        page: page.what,
        code: expected,
        retryAfterMs,
      });
    }
  });

  it('gives the code of its method to a status 401', async () => {
    const { method, operatorKey } = platform.meta;
    const ofPublic = operatorKey === undefined ? 'BLOCKED' : 'AUTH_MISSING';
    const ofCustomer = method === 'credentials' ? 'CREDENTIALS_INVALID' : 'AUTH_EXPIRED';
    const known = method === 'url' ? ofPublic : ofCustomer;
    for (const page of pages) {
      const { code } = await player.read(platform, page, () => refusal(401));
      expect([page.what, code]).toEqual([page.what, codeOf(platform, refusal(401), known)]);
    }
  });

  it('gives the code TIMEOUT to a server that does not respond', async () => {
    for (const page of pages) {
      const { code } = await player.read(platform, page, () => 'hang', 'impatient');
      expect([page.what, code]).toEqual([page.what, 'TIMEOUT']);
    }
  });

  it('gives the code SOURCE_RETIRED to a redirect to a private address, and does not request it', async () => {
    for (const page of pages) {
      const { code } = await player.read(platform, page, () => redirect(`${internal.url}/latest`));
      expect([page.what, code]).toEqual([page.what, 'SOURCE_RETIRED']);
    }
    expect(internal.requests).toEqual([]);
  });

  it.each([
    ['a page in HTML', () => PLAIN_PAGE],
    ['the first half of the body', ({ body }: RecordedResponse) => body.slice(0, body.length / 2)],
  ])('gives the code LAYOUT_CHANGED to %s instead of JSON', async (_what, bodyOf) => {
    for (const page of pages) {
      const { code, bug } = await player.read(platform, page, (recorded) => ({ body: bodyOf(recorded) }));
      // A page in HTML may have lost its reviews, or its second half. That is no fault of the adapter.
      const expected = page.responses.some(isJson) ? ['LAYOUT_CHANGED'] : ['LAYOUT_CHANGED', null];
      expect({ page: page.what, bug, isExpected: expected.includes(code) }).toEqual({
        page: page.what,
        bug: undefined,
        isExpected: true,
      });
    }
  });

  it('reads no reviews from an empty body', async () => {
    for (const page of pages) {
      const { code, bug, rows } = await player.read(platform, page, () => ({ body: '' }));
      // Some APIs respond with nothing to a profile without reviews.
      expect([page.what, bug, rows, code ?? 'LAYOUT_CHANGED']).toEqual([
        page.what,
        undefined,
        [],
        'LAYOUT_CHANGED',
      ]);
    }
  });
});

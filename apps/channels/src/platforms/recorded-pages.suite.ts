import type { Ctx, HttpResponse } from './context';
import { CrawlError } from './crawl-error';
import { keyOf, playback, type Scenario, scenariosOf } from './fixtures.suite';
import type { Cursor, Page, PageRequest, Platform, ProfileKey } from './platform';

/** A response of a fixture, as a server sends it. */
export interface RecordedResponse {
  url: string;
  status: number;
  headers: Record<string, string>;
  body: string;
}

/** A page of a platform and the responses that it was read from, in the order of the requests. */
export interface RecordedPage {
  what: string;
  scenario: Scenario;
  request: PageRequest<ProfileKey, Cursor>;
  responses: readonly RecordedResponse[];
  rows: readonly unknown[];
  next: Cursor | null;
}

/** Calls a function of a platform with a context that plays a scenario, and records the responses. */
async function record<T>(
  platform: Platform,
  scenario: Scenario,
  call: (ctx: Ctx) => Promise<T>,
): Promise<{ responses: RecordedResponse[]; result: T }> {
  const { http, ...ctx } = playback(platform, scenario);
  const responses: RecordedResponse[] = [];
  const listen = async (sent: Promise<HttpResponse>): Promise<HttpResponse> => {
    const response = await sent.catch((error: unknown) => {
      const status = error instanceof CrawlError ? error.info.status : undefined;
      if (status !== undefined) responses.push({ url: '', status, headers: {}, body: '' });
      throw error;
    });
    const headers: Record<string, string> = {};
    responses.push({ url: response.url, status: response.status, headers, body: response.text() });
    const header = (name: string): string | null => {
      const value = response.header(name);
      if (value !== null) headers[name] = value;
      return value;
    };
    return { ...response, header };
  };
  const listening = {
    get: (...given: Parameters<typeof http.get>) => listen(http.get(...given)),
    post: (...given: Parameters<typeof http.post>) => listen(http.post(...given)),
  };
  return { responses, result: await call({ ...ctx, http: listening }) };
}

/** Returns the scenarios of profiles with reviews. */
function readable(platform: Platform): Scenario[] {
  return scenariosOf(platform).filter(({ expected }) => (expected.reviews?.length ?? 0) > 0);
}

/** Returns the first two pages of the scenario with the most of them. A platform without paging has one page. */
export async function recordedPages(platform: Platform): Promise<RecordedPage[]> {
  const all = await Promise.all(readable(platform).map((scenario) => pagesOf(platform, scenario)));
  return all.toSorted((a, b) => b.length - a.length)[0] ?? [];
}

async function pagesOf(platform: Platform, scenario: Scenario): Promise<RecordedPage[]> {
  const { config } = scenario;
  const key = await keyOf(platform, scenario);
  const [partition = ''] = platform.partitions(key, config);
  const pageAt = async (what: string, cursor: Cursor | null): Promise<RecordedPage> => {
    const request = { key, config, partition, cursor };
    const read = (ctx: Ctx): Promise<Page<Cursor, unknown>> => platform.fetchPage(request, ctx);
    const { responses, result } = await record(platform, scenario, read);
    return { what, scenario, request, responses, rows: result.rows, next: result.next };
  };
  const first = await pageAt('the first page', null);
  return first.next === null ? [first] : [first, await pageAt('the second page', first.next)];
}

/** Returns the responses from which a profile with reviews is checked before it is connected. */
export async function recordedCheck(
  platform: Platform,
): Promise<{ scenario: Scenario; responses: readonly RecordedResponse[] } | null> {
  const scenario = readable(platform).find(({ expected }) => expected.profile);
  if (!scenario) return null;
  const check = (ctx: Ctx): Promise<unknown> => platform.validate(scenario.config, ctx);
  return { scenario, responses: (await record(platform, scenario, check)).responses };
}

import { JsonTooDeep, parseJson } from '../../normalise/json';
import { CrawlError, IF_NOT_READABLE } from '../../platforms/crawl-error';
import type { HttpResponse } from '../../platforms/context';
import type { Platform } from '../../platforms/platform';
import { titleOf } from './page-sight';
import { BLOCKED_MESSAGE, fromStatus, isChallenge, type ResponseParts } from './http-errors';

/** The parts of a platform that its requests and responses depend on. */
export type RequestingPlatform = Pick<Platform, 'meta' | 'errorOf'>;

/** Returns a response as the platform reads it. Throws the CrawlError of a status of 400 and above. */
export function toHttpResponse(
  platform: RequestingPlatform,
  parts: ResponseParts,
  url: string,
  now: Date,
): HttpResponse {
  const error = errorOf(platform, parts, now);
  if (error) throw error.code === 'BLOCKED' ? blocked(platform, error) : error;
  return {
    ...parts,
    url,
    json: <T>() => jsonOf(platform, parts) as T,
    assertNoChallenge: () => {
      if (isChallenge(parts)) throw blocked(platform);
    },
  };
}

/** Returns the error of a platform that refuses automated access, for some minutes or always. */
function blocked(
  { meta }: RequestingPlatform,
  error: CrawlError = new CrawlError('BLOCKED', BLOCKED_MESSAGE),
): CrawlError {
  if (!meta.challengePasses) return error;
  const msg = `${meta.label} asks for proof of a human visitor, which usually passes within minutes.`;
  return new CrawlError('CHALLENGED', msg, error.info, { cause: error.cause });
}

/** A platform knows its own errors best. A challenge is not its answer, so that goes first. */
function errorOf(platform: RequestingPlatform, parts: ResponseParts, now: Date): CrawlError | null {
  const general = fromStatus(parts, now, platform.meta);
  if (general === null || (general.code === 'BLOCKED' && isChallenge(parts))) return general;
  const { status, header } = parts;
  const own = platform.errorOf?.({ status, header, body: bodyOf(parts) }) ?? null;
  if (own === null) return general;
  return new CrawlError(own.code, own.message, { ...general.info, ...own.info });
}

function bodyOf(parts: ResponseParts): unknown {
  try {
    return parseJson(parts.text());
  } catch {
    return undefined;
  }
}

function jsonOf(platform: RequestingPlatform, parts: ResponseParts): unknown {
  try {
    return parseJson(parts.text());
  } catch (cause) {
    if (isChallenge(parts))
      throw blocked(platform, new CrawlError('BLOCKED', BLOCKED_MESSAGE, {}, { cause }));
    if (cause instanceof JsonTooDeep) {
      throw new CrawlError('TOO_COMPLEX', 'The platform sent JSON that is nested too deeply.', {}, { cause });
    }
    const title = titleOf(parts.text());
    const what = title === null ? 'something other than JSON' : `a page titled "${title}" instead of JSON`;
    throw new CrawlError(
      'LAYOUT_CHANGED',
      `The platform responded with ${what}. ${IF_NOT_READABLE}`,
      {},
      { cause },
    );
  }
}

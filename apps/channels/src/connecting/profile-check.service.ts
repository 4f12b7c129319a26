import { Injectable, Logger } from '@nestjs/common';
import { ApiError, type Tenant } from '@plaudit/contracts';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import { asCrawlError, type CrawlError, isTransient, PROFILE_ERROR_OF } from '../platforms/crawl-error';
import { givenToken } from '../platforms/given-token';
import type { ChannelConfig, Platform, PlatformMeta, ProfileInfo } from '../platforms/platform';
import { CheckPlaces, overloaded } from './check-places';
import { profileField, profileNotValid } from './connection-input';

/** Checks with a platform that a profile exists before it is connected. */
@Injectable()
export class ProfileCheckService {
  /** An API client waits for the result, so the platform gets less time than in a crawl. */
  protected readonly timeoutMs: number = 20_000;
  private readonly logger = new Logger(ProfileCheckService.name);
  private readonly places = new CheckPlaces();

  constructor(private readonly contexts: PlatformContextFactory) {}

  /**
   * Returns the profile. Throws 422 `profile_not_valid` if it does not exist or cannot be read, 422 `profile_check_timeout`
   * if the platform does not respond in time, 503 `upstream_unavailable` if it fails, and 429 `rate_limited` or 503
   * `overloaded` if too many profiles are being checked or too many pages wait to be read.
   */
  async check({ account_id }: Tenant, platform: Platform, config: ChannelConfig): Promise<ProfileInfo> {
    const leave = this.places.take(account_id);
    const signal = AbortSignal.timeout(this.timeoutMs);
    const token = async (): Promise<string> => givenToken(config);
    const { ctx } = this.contexts.of(platform, {
      signal,
      retries: 0,
      account: account_id,
      line: 'check',
      token,
    });
    try {
      return await platform.validate(config, ctx);
    } catch (error) {
      const reason = asCrawlError(error);
      // A check whose time ended in front of the page thread has an error of its own. The platform did respond.
      if (signal.aborted && reason.code !== 'OVERLOADED') throw timedOut(platform);
      throw this.toApiError(platform, config, reason);
    } finally {
      leave();
    }
  }

  private toApiError(platform: Platform, config: ChannelConfig, error: CrawlError): Error {
    const { meta } = platform;
    // A bug of ours becomes a 500 and is logged as an error.
    if (error.code === 'BUG') return error.cause instanceof Error ? error.cause : error;
    if (error.code === 'TIMEOUT') return timedOut(platform);
    if (error.code === 'OVERLOADED') {
      return overloaded(error.message, Math.ceil((error.info.retryAfterMs ?? 1_000) / 1_000));
    }
    // If the customer's own site cannot be reached, the URL is wrong. If a platform cannot be reached, it is down.
    const unreachable = meta.hosts === 'any' && error.code === 'NETWORK';
    if (unreachable || !isTransient(error)) {
      const reason = unreachable ? 'wrong_address' : PROFILE_ERROR_OF[error.code];
      return profileNotValid(error.message, { reason, field: fieldOf(meta, config, error) });
    }
    this.logger.warn({ message: 'Could not check a profile', platform: meta.slug, code: error.code });
    return new ApiError(
      'upstream_unavailable',
      `The profile could not be checked with ${meta.label}. ${error.message} Try again later.`,
    );
  }
}

/** What a platform refuses because of the key that the customer gave. */
const KEY_FAULTS: ReadonlySet<CrawlError['code']> = new Set([
  'AUTH_EXPIRED',
  'CREDENTIALS_INVALID',
  'FORBIDDEN_PLAN',
]);

function fieldOf(meta: PlatformMeta, { accessToken }: ChannelConfig, { code }: CrawlError) {
  const isKey = meta.method !== 'oauth' && accessToken !== undefined && KEY_FAULTS.has(code);
  return isKey ? 'access_token' : profileField(meta);
}

/** Waiting again rarely helps, so this is no 503, which clients repeat by themselves. */
function timedOut({ meta }: Platform): ApiError {
  const who = meta.hosts === 'any' ? 'the website' : meta.label;
  const field = profileField(meta);
  const check = field === 'url' ? 'Check the URL, or try' : 'Try';
  return new ApiError(
    'profile_check_timeout',
    `${field} could not be checked, because ${who} did not respond in time. ${check} again later.`,
    { field },
  );
}

import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { PlatformContextFactory } from '../crawl/thread/platform-context.factory';
import { asCrawlError, type CrawlError, isTransient } from '../platforms/crawl-error';
import type { ChannelConfig, Platform, ProfileInfo } from '../platforms/platform';
import { profileNotValid } from './connection-input';

/** An API client waits for the result, so the platform gets less time than in a crawl. */
const TIMEOUT_MS = 20_000;

/** Checks with a platform that a profile exists before it is connected. */
@Injectable()
export class ProfileCheckService {
  private readonly logger = new Logger(ProfileCheckService.name);

  constructor(private readonly contexts: PlatformContextFactory) {}

  /**
   * Returns the profile. Throws 422 `profile_not_valid` if it does not exist or cannot be read, and 503
   * `upstream_unavailable` if the platform does not respond.
   */
  async check(platform: Platform, config: ChannelConfig): Promise<ProfileInfo> {
    const signal = AbortSignal.timeout(TIMEOUT_MS);
    const { ctx } = this.contexts.of(platform, { signal, retries: 0, waits: false });
    try {
      return await platform.validate(config, ctx);
    } catch (error) {
      throw this.toApiError(platform, signal.aborted ? timedOut(platform) : asCrawlError(error));
    }
  }

  private toApiError({ meta }: Platform, error: CrawlError | ApiError): Error {
    if (error instanceof ApiError) return error;
    // A bug of ours becomes a 500 and is logged as an error.
    if (error.code === 'BUG') return error.cause instanceof Error ? error.cause : error;
    // If the customer's own site cannot be reached, the URL is wrong. If a platform cannot be reached, it is down.
    const unreachable = meta.hosts === 'any' && error.code === 'NETWORK';
    if (unreachable || !isTransient(error)) return profileNotValid(error.message);
    this.logger.warn({ message: 'Could not check a profile', platform: meta.slug, code: error.code });
    return unavailable(meta.label, error.message);
  }
}

function unavailable(label: string, reason: string): ApiError {
  return new ApiError(
    'upstream_unavailable',
    `The profile could not be checked with ${label}. ${reason} Try again later.`,
  );
}

function timedOut({ meta }: Platform): ApiError {
  return unavailable(meta.label, `The platform did not respond within ${TIMEOUT_MS / 1_000} seconds.`);
}

import { Injectable, Logger } from '@nestjs/common';
import { ApiError } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { asCrawlError, isTransient } from '../crawl/failure';
import { PlatformHttp } from '../crawl/platform-http';
import type { ChannelConfig, CrawlError, Platform, ProfileInfo } from '../platforms/platform';
import { profileNotValid } from './connection-input';

/** A client waits for the answer, so the platform gets less time than a crawl gives it. */
const PATIENCE_MS = 20_000;

/** Asks a platform whether a profile exists before it is connected. */
@Injectable()
export class ProfileProbe {
  private readonly logger = new Logger(ProfileProbe.name);

  constructor(
    private readonly http: PlatformHttp,
    private readonly clock: Clock,
  ) {}

  /** 422 `profile_not_valid` when it is none; 503 `upstream_unavailable` when the platform does not answer now. */
  async validate(platform: Platform, config: ChannelConfig): Promise<ProfileInfo> {
    const signal = AbortSignal.timeout(PATIENCE_MS);
    const http = this.http.of(platform.meta, { signal, retries: 0 });
    try {
      return await platform.validate(config, { http, now: () => this.clock.now() });
    } catch (error) {
      throw this.refusal(platform, signal.aborted ? timedOut(platform) : asCrawlError(error));
    }
  }

  private refusal({ meta }: Platform, error: CrawlError | ApiError): Error {
    if (error instanceof ApiError) return error;
    // A fault of ours becomes a 500, which wakes someone.
    if (error.code === 'BUG') return error.cause instanceof Error ? error.cause : error;
    // A site of the customer's own that cannot be reached is a wrong address; a platform that cannot is down.
    const unreachable = meta.hosts === 'any' && error.code === 'NETWORK';
    if (unreachable || !isTransient(error)) return profileNotValid(error.message);
    this.logger.warn({ message: 'a profile could not be checked', platform: meta.slug, code: error.code });
    return unavailable(meta.label, error.message);
  }
}

function unavailable(label: string, reason: string): ApiError {
  return new ApiError(
    'upstream_unavailable',
    `${label} could not be asked just now: ${reason} Try again later.`,
  );
}

function timedOut({ meta }: Platform): ApiError {
  return unavailable(meta.label, `it did not answer within ${PATIENCE_MS / 1_000} seconds.`);
}

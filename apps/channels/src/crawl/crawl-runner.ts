import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelsEnv } from '../channels.env';
import { ChannelCredentials } from '../channels/channel-credentials';
import type { ChannelEntity } from '../channels/channel.entity';
import {
  type ChannelConfig,
  CrawlError,
  type Ctx,
  type Cursor,
  type NormalizedReview,
  type OfficialFigures,
  type Platform,
} from '../platforms/platform';
import { getPlatform } from '../platforms/registry';
import { advance, type Checkpoint, type ProgressRules, resume } from './checkpoint';
import type { CrawlLease } from './crawls.repository';
import { asCrawlError } from './failure';
import { PageRecorder } from './page-recorder';
import { PlatformHttp } from './platform-http';
import { isLapse } from './rating';

const LOOK_BACK_MS = 7 * 86_400_000;
const RETRIES = 2;

/** Everything that reading one channel needs. */
interface Reading {
  lease: CrawlLease;
  channel: ChannelEntity;
  platform: Platform;
  config: ChannelConfig;
  ctx: Ctx;
  rules: ProgressRules;
  signal: AbortSignal;
  /** Official figures that came with a page. */
  figures: OfficialFigures | null;
}

/** Reads a channel page by page, from its checkpoint until everything is read or the slice is over. */
@Injectable()
export class CrawlRunner {
  private readonly logger = new Logger(CrawlRunner.name);

  constructor(
    private readonly http: PlatformHttp,
    private readonly recorder: PageRecorder,
    private readonly credentials: ChannelCredentials,
    private readonly clock: Clock,
    private readonly env: ChannelsEnv,
  ) {}

  /** The official figures once everything is read; null when the slice was over before. */
  async read(
    lease: CrawlLease,
    channel: ChannelEntity,
    signal: AbortSignal,
  ): Promise<OfficialFigures | null> {
    const reading = this.prepare(lease, channel, signal);
    const complete = await this.readPages(reading);
    return complete ? this.figures(reading) : null;
  }

  private prepare(lease: CrawlLease, channel: ChannelEntity, signal: AbortSignal): Reading {
    const platform = getPlatform(channel.type);
    const config = this.credentials.configOf(channel);
    const lastSuccess = channel.last_success_on?.getTime() ?? 0;
    return {
      lease,
      channel,
      platform,
      config,
      signal,
      figures: null,
      ctx: { http: this.http.of(platform.meta, { signal, retries: RETRIES }), now: () => this.clock.now() },
      rules: {
        mode: lease.mode,
        partitions: platform.partitions(channel.profile_key, config),
        maxPages: platform.meta.maxPages,
        newestFirst: platform.meta.caps.order === 'newest',
        lookBack: new Date(lastSuccess - LOOK_BACK_MS),
      },
    };
  }

  private async readPages(reading: Reading): Promise<boolean> {
    const { lease, platform, rules } = reading;
    const ends = this.clock.now().getTime() + this.env.CRAWL_SLICE_SECONDS * 1_000;
    let place = resume(lease.checkpoint, rules.partitions, platform.meta.caps.paging);
    let resumed = lease.checkpoint !== null;
    let visited = new Set<Cursor | null>();
    for (let pages = 0; place.partition !== null; pages++) {
      if (pages >= this.env.CRAWL_SLICE_PAGES || this.clock.now().getTime() >= ends) return false;
      reading.signal.throwIfAborted();
      visited.add(place.cursor);
      const next: Checkpoint = await this.readPage(reading, place, { resumed, visited });
      if (next.partition !== place.partition) visited = new Set();
      resumed = false;
      place = next;
    }
    return true;
  }

  private async readPage(
    reading: Reading,
    at: Checkpoint,
    guards: { resumed: boolean; visited: ReadonlySet<Cursor | null> },
  ): Promise<Checkpoint> {
    const { lease, channel, platform, config, ctx, rules } = reading;
    const request = { key: channel.profile_key, config, partition: at.partition ?? '', cursor: at.cursor };
    const page = await this.ask(reading, () => platform.fetchPage(request, ctx));
    reading.figures ??= page.figures ?? null;
    const reviews = await this.ask(reading, async () => this.normalize(reading, page.rows));
    return this.recorder.record(lease, reviews, (tally) =>
      advance({ at, next: page.next, tally, ...guards }, rules),
    );
  }

  private normalize({ platform, channel }: Reading, rows: readonly unknown[]): readonly NormalizedReview[] {
    const { reviews, rejected } = platform.normalize(rows, this.clock.now());
    if (rejected.length === 0) return reviews;
    this.logger.warn({
      message: 'rows were not understood',
      channel_id: channel.id,
      reasons: rejected.slice(0, 5),
    });
    // One row in five that cannot be read is no accident.
    if (rejected.length * 5 <= rows.length) return reviews;
    throw new CrawlError('LAYOUT_CHANGED', 'The platform shows its reviews in a form that is not known.');
  }

  /** Asked twice when figures that were there are gone: that passes. */
  private async figures(reading: Reading): Promise<OfficialFigures> {
    const { channel, platform, config, ctx } = reading;
    const profile = (): Promise<OfficialFigures> =>
      this.ask(reading, () => platform.profile(channel.profile_key, config, ctx));
    const told = reading.figures ?? (await profile());
    return isLapse(channel, told) ? profile() : told;
  }

  /** What goes wrong with a platform is a CrawlError, so that it is told apart from our database being away. */
  private async ask<T>({ signal, channel }: Reading, question: () => Promise<T>): Promise<T> {
    try {
      return await question();
    } catch (error) {
      if (signal.aborted) throw error;
      const crawlError = asCrawlError(error);
      if (crawlError.code === 'BUG') {
        this.logger.error({
          message: 'the adapter failed',
          channel_id: channel.id,
          type: channel.type,
          error,
        });
      }
      throw crawlError;
    }
  }
}

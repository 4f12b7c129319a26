import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import { ChannelCredentialsService } from '../../channels/channel-credentials.service';
import type { ChannelEntity } from '../../channels/channel.entity';
import { asCrawlError, CrawlError } from '../../platforms/crawl-error';
import { givenToken } from '../../platforms/given-token';
import type { Ctx } from '../../platforms/context';
import {
  type Capabilities,
  type ChannelConfig,
  type Cursor,
  type NormalizedPage,
  type NormalizedReview,
  type OfficialFigures,
  type Platform,
} from '../../platforms/platform';
import { getPlatform } from '../../platforms/registry';
import { hasMissingFigures } from '../outcome/official-figures';
import { CollectedPagesService } from '../pages/collected-pages.service';
import type { CrawlLease } from '../queue/crawls.repository';
import { PlatformContextFactory } from '../thread/platform-context.factory';
import { advance, type Checkpoint, type ProgressRules, resume } from './checkpoint';

const LOOK_BACK_MS = 7 * 86_400_000;
const RETRIES = 2;
/** Orders in which a new or edited review is on the first pages. */
const NEWEST_FIRST = new Set<Capabilities['order']>(['newest', 'updated']);

/** The state of reading one channel. */
interface Reading {
  lease: CrawlLease;
  channel: ChannelEntity;
  platform: Platform;
  config: ChannelConfig;
  ctx: Ctx;
  normalize(rows: readonly unknown[]): Promise<NormalizedPage>;
  rules: ProgressRules;
  signal: AbortSignal;
  onPage: () => void;
  /** The official figures that a page contained. */
  figures: OfficialFigures | null;
}

/** What stops a crawl, and what hears of its progress. */
interface Watch {
  signal: AbortSignal;
  /** Called after each stored page. */
  onPage: () => void;
}

/** Reads the reviews of a channel page by page, from its checkpoint to the end of the channel or of the slice. */
@Injectable()
export class ChannelReaderService {
  private readonly logger = new Logger(ChannelReaderService.name);

  constructor(
    private readonly contexts: PlatformContextFactory,
    private readonly pages: CollectedPagesService,
    private readonly credentials: ChannelCredentialsService,
    private readonly clock: Clock,
    private readonly env: ChannelsEnv,
  ) {}

  /** Returns the official figures when everything is read, or null if the slice ended before. */
  async read(lease: CrawlLease, channel: ChannelEntity, watch: Watch): Promise<OfficialFigures | null> {
    const reading = this.prepare(lease, channel, watch);
    const complete = await this.readPages(reading);
    return complete ? this.figures(reading) : null;
  }

  private prepare(lease: CrawlLease, channel: ChannelEntity, { signal, onPage }: Watch): Reading {
    const platform = getPlatform(channel.type);
    const config = this.credentials.configOf(channel);
    const lastSuccess = channel.last_success_on?.getTime() ?? 0;
    return {
      lease,
      channel,
      platform,
      config,
      signal,
      onPage,
      figures: null,
      ...this.contexts.of(platform, {
        signal,
        retries: RETRIES,
        caller: null,
        token: async () => givenToken(config),
      }),
      rules: {
        mode: lease.mode,
        partitions: platform.partitions(channel.profile_key, config),
        maxPages: platform.meta.maxPages,
        newestFirst: NEWEST_FIRST.has(platform.meta.caps.order),
        lookBack: new Date(lastSuccess - LOOK_BACK_MS),
      },
    };
  }

  private async readPages(reading: Reading): Promise<boolean> {
    const { lease, platform, rules } = reading;
    const ends = this.clock.now().getTime() + this.env.CRAWL_SLICE_SECONDS * 1_000;
    let checkpoint = resume(lease.checkpoint, rules.partitions, platform.meta.caps.paging);
    let resumed = lease.checkpoint !== null;
    let visited = new Set<Cursor | null>();
    for (let pages = 0; checkpoint.partition !== null; pages++) {
      if (pages >= this.env.CRAWL_SLICE_PAGES || this.clock.now().getTime() >= ends) return false;
      reading.signal.throwIfAborted();
      visited.add(checkpoint.cursor);
      const next: Checkpoint = await this.readPage(reading, checkpoint, { resumed, visited });
      reading.onPage();
      if (next.partition !== checkpoint.partition) visited = new Set();
      resumed = false;
      checkpoint = next;
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
    const page = await this.callPlatform(reading, () => platform.fetchPage(request, ctx));
    reading.figures ??= page.figures ?? null;
    const reviews = await this.callPlatform(reading, () => this.normalize(reading, page.rows));
    return this.pages.store(lease, reviews, (tally) =>
      advance({ at, next: page.next, tally, ...guards }, rules),
    );
  }

  private async normalize(
    { channel, normalize }: Reading,
    rows: readonly unknown[],
  ): Promise<readonly NormalizedReview[]> {
    const { reviews, rejected } = await normalize(rows);
    if (rejected.length === 0) return reviews;
    this.logger.warn({
      message: 'Could not read some rows of a page',
      channel_id: channel.id,
      reasons: rejected.slice(0, 5),
    });
    // More than one unreadable row in five means that the layout changed.
    if (rejected.length * 5 <= rows.length) return reviews;
    throw new CrawlError(
      'LAYOUT_CHANGED',
      'The platform shows its reviews in a form that we cannot read yet. Contact support if this continues.',
    );
  }

  /** Requests the figures a second time if known ones are missing, because platforms lose them for a moment. */
  private async figures(reading: Reading): Promise<OfficialFigures> {
    const { channel, platform, config, ctx } = reading;
    const profile = (): Promise<OfficialFigures> =>
      this.callPlatform(reading, () => platform.profile(channel.profile_key, config, ctx));
    const read = reading.figures ?? (await profile());
    return hasMissingFigures(channel, read) ? profile() : read;
  }

  /** Turns every error of a platform into a CrawlError, to tell it from an error of our database. */
  private async callPlatform<T>({ signal, channel }: Reading, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      if (signal.aborted) throw error;
      const crawlError = asCrawlError(error);
      if (crawlError.code === 'BUG') {
        this.logger.error({
          message: 'A platform adapter failed',
          channel_id: channel.id,
          type: channel.type,
          error,
        });
      }
      throw crawlError;
    }
  }
}

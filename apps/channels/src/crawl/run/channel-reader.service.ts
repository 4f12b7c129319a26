import { Injectable, Logger } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { ChannelsEnv } from '../../channels.env';
import type { ChannelEntity } from '../../channels/channel.entity';
import { asCrawlError, CrawlError } from '../../platforms/crawl-error';
import {
  AccessFault,
  type ChannelAccess,
  ChannelAccessService,
} from '../../oauth/tokens/channel-access.service';
import type { Ctx, HttpResponse } from '../../platforms/context';
import {
  type ChannelConfig,
  type Cursor,
  type NormalizedPage,
  type OfficialFigures,
  type Platform,
} from '../../platforms/platform';
import { getPlatform } from '../../platforms/registry';
import { type PageSight, pageSight } from '../http/page-sight';
import { NotModified, PageValidators, type Validators } from '../http/page-validators';
import { layoutChanged } from '../../platforms/builders/api-errors';
import { noticesOf } from '../pages/notices';
import { hasMissingFigures } from '../outcome/official-figures';
import { CollectedPagesService } from '../pages/collected-pages.service';
import type { CrawlLease } from '../queue/crawls.repository';
import { maySkipUnchanged, stopsEarly } from '../queue/sweep-rule';
import { PlatformContextFactory } from '../thread/platform-context.factory';
import { advance, type Checkpoint, type ProgressRules, resume, skip } from './checkpoint';

const LOOK_BACK_MS = 7 * 86_400_000;
const RETRIES = 2;

/** The state of reading one channel. */
interface Reading {
  lease: CrawlLease;
  channel: ChannelEntity;
  platform: Platform;
  config: ChannelConfig;
  access: ChannelAccess;
  ctx: Ctx;
  normalize(rows: readonly unknown[]): Promise<NormalizedPage>;
  rules: ProgressRules;
  signal: AbortSignal;
  onPage: () => void;
  /** The official figures that a page contained. */
  figures: OfficialFigures | null;
  validators: PageValidators;
  /** The last response. */
  response: HttpResponse | null;
}

/** What a crawl has read besides the reviews, which are stored already. */
export interface ReadChannel {
  figures: OfficialFigures;
  /** For the next crawl. */
  validators: Validators;
  /** What the last page showed. Null if the platform was not read from web pages, or in an earlier slice. */
  sight: PageSight | null;
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
    private readonly access: ChannelAccessService,
    private readonly clock: Clock,
    private readonly env: ChannelsEnv,
  ) {}

  /** Returns what was read when everything is read, or null if the slice ended before. */
  async read(lease: CrawlLease, channel: ChannelEntity, watch: Watch): Promise<ReadChannel | null> {
    const reading = this.prepare(lease, channel, watch);
    const end = await this.readPages(reading);
    if (end === null) return null;
    // A second request for the figures would read the page that has not changed.
    const figures = end.unchanged ? (reading.figures ?? knownFigures(channel)) : await this.figures(reading);
    const { response, validators } = reading;
    return { figures, validators: validators.next, sight: response && pageSight(response) };
  }

  private prepare(lease: CrawlLease, channel: ChannelEntity, { signal, onPage }: Watch): Reading {
    const platform = getPlatform(channel.type);
    const access = this.access.of(channel, platform, signal);
    const { config } = access;
    const lastSuccess = channel.last_success_on?.getTime() ?? 0;
    const validators = new PageValidators(this.validatorsOf(lease));
    const reading: Reading = {
      lease,
      channel,
      platform,
      config,
      access,
      signal,
      onPage,
      figures: null,
      response: null,
      validators,
      ...this.contexts.of(platform, {
        signal,
        retries: RETRIES,
        account: channel.account_id,
        line: 'crawl',
        validators,
        onResponse: (response) => (reading.response = response),
        token: () => access.token(),
      }),
      rules: {
        mode: lease.mode,
        partitions: platform.partitions(channel.profile_key, config),
        maxPages: platform.meta.maxPages,
        newestFirst: stopsEarly(platform.meta.caps),
        lookBack: new Date(lastSuccess - LOOK_BACK_MS),
      },
    };
    return reading;
  }

  /** Returns the validators that the crawl may send, or null if it must read every page. */
  private validatorsOf({ mode, swept_on, validators }: CrawlLease): Validators | null {
    return mode === 'incremental' && maySkipUnchanged(swept_on, this.clock.now()) ? validators : null;
  }

  /** Returns the last checkpoint, or null if the slice ended before. */
  private async readPages(reading: Reading): Promise<Checkpoint | null> {
    const { lease, platform, rules } = reading;
    const ends = this.clock.now().getTime() + this.env.CRAWL_SLICE_SECONDS * 1_000;
    let checkpoint = resume(lease.checkpoint, rules.partitions, platform.meta.caps.paging);
    let resumed = lease.checkpoint !== null;
    let visited = new Set<Cursor | null>();
    for (let pages = 0; checkpoint.partition !== null; pages++) {
      if (pages >= this.env.CRAWL_SLICE_PAGES || this.clock.now().getTime() >= ends) return null;
      reading.signal.throwIfAborted();
      visited.add(checkpoint.cursor);
      const next: Checkpoint = await this.readPage(reading, checkpoint, { resumed, visited });
      reading.onPage();
      if (next.partition !== checkpoint.partition) visited = new Set();
      resumed = false;
      checkpoint = next;
    }
    return checkpoint;
  }

  private async readPage(
    reading: Reading,
    at: Checkpoint,
    guards: { resumed: boolean; visited: ReadonlySet<Cursor | null> },
  ): Promise<Checkpoint> {
    const { lease, channel, platform, config, ctx, rules } = reading;
    const request = { key: channel.profile_key, config, partition: at.partition ?? '', cursor: at.cursor };
    const page = await this.callPlatform(reading, () => platform.fetchPage(request, ctx)).catch(
      unlessNotModified,
    );
    if (page === null) return this.pages.skip(lease, skip(at, rules.partitions));
    reading.figures ??= page.figures ?? null;
    // News may be on any page, and a first page that has not changed says nothing about the others.
    if (page.next !== null && !rules.newestFirst) reading.validators.forget();
    const read = await this.callPlatform(reading, () => this.normalize(reading, page.rows));
    const unread = read.rejected.length > 0;
    const notices = noticesOf(page.notices ?? [], read);
    return this.pages.store(lease, read.reviews, (tally) =>
      advance({ at, next: page.next, tally, unread, notices, ...guards }, rules),
    );
  }

  /** Throws LAYOUT_CHANGED if more than one row in five has another form than documented. */
  private async normalize(
    { channel, platform, normalize }: Reading,
    rows: readonly unknown[],
  ): Promise<NormalizedPage> {
    const page = await normalize(rows);
    const { rejected, otherForm = 0 } = page;
    if (rejected.length > 0) {
      this.logger.warn({
        message: 'Could not read some rows of a page',
        channel_id: channel.id,
        reasons: rejected.slice(0, 5),
      });
    }
    if (otherForm * 5 > rows.length) throw layoutChanged(platform.meta);
    return page;
  }

  /** Requests the figures a second time if known ones are missing, because platforms lose them for a moment. */
  private async figures(reading: Reading): Promise<OfficialFigures> {
    const { channel, platform, config, ctx } = reading;
    const profile = (): Promise<OfficialFigures> =>
      this.callPlatform(reading, () => platform.profile(channel.profile_key, config, ctx));
    const read = reading.figures ?? (await profile());
    return hasMissingFigures(channel, read) ? profile() : read;
  }

  /**
   * Turns every error of a platform into a CrawlError, to tell it from an error of our database. If the platform refuses the
   * access token, the call is repeated once with a new one.
   */
  private async callPlatform<T>(reading: Reading, call: () => Promise<T>): Promise<T> {
    try {
      return await call();
    } catch (error) {
      const failure = this.failureOf(reading, error);
      if (!(await this.renewsAccess(reading, failure))) throw failure;
    }
    return this.callPlatform(reading, call);
  }

  /** Returns true if the access token was renewed, which happens once at most for each reading. */
  private async renewsAccess(reading: Reading, failure: unknown): Promise<boolean> {
    if (!(failure instanceof CrawlError) || failure.code !== 'AUTH_EXPIRED') return false;
    try {
      return await reading.access.renew();
    } catch (error) {
      throw this.failureOf(reading, error);
    }
  }

  private failureOf({ signal, channel }: Reading, error: unknown): unknown {
    if (signal.aborted || error instanceof NotModified) return error;
    if (error instanceof AccessFault) return error.cause;
    const crawlError = asCrawlError(error);
    if (crawlError.code === 'BUG') {
      this.logger.error({
        message: 'A platform adapter failed',
        channel_id: channel.id,
        type: channel.type,
        error,
      });
    }
    return crawlError;
  }
}

function unlessNotModified(error: unknown): null {
  if (error instanceof NotModified) return null;
  throw error;
}

function knownFigures({ score, rating_scale, reviews }: ChannelEntity): OfficialFigures {
  return { score, scoreScale: rating_scale, reviews };
}

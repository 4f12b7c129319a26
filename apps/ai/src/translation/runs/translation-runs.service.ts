import { Injectable, Logger, type OnModuleDestroy } from '@nestjs/common';
import type { Translation } from '@plaudit/contracts';
import { warnOfFailure } from '@plaudit/runtime';
import type { Batch } from '../batches';
import type { TranslationOrder } from '../budget/metered-translator.service';
import { BatchTranslationService, type MissingText } from './batch-translation.service';

/** Requests of one page that are under way at once. */
const PARALLEL_BATCHES = 2;
/** A run takes no longer, even if nobody waits for it any more. */
const MAX_RUN_MS = 60_000;
/** Texts that are under way in this process. Others are not translated. */
const MAX_TEXTS = 2_000;
const MAX_TEXTS_OF_ACCOUNT = 400;
/** When the service stops, requests that are under way get so long to end. */
const DRAIN_MS = 10_000;

const FAILED: Translation = { text: null, gap: 'failed' };

/** A translation that is under way, and how it is announced to those who wait for it. */
interface Pending {
  id: string;
  item: MissingText;
  announce: (translation: Translation) => void;
}

/**
 * Runs translations in the background of the requests that need them. A reader who does not wait for the end gets the original,
 * and the next one finds the stored translation. A text that is under way for an account is not requested a second time.
 */
@Injectable()
export class TranslationRunsService implements OnModuleDestroy {
  private readonly logger = new Logger(TranslationRunsService.name);
  private readonly underWay = new Map<string, Promise<Translation>>();
  private readonly textsOf = new Map<number, number>();
  private readonly runs = new Set<Promise<void>>();
  private readonly stopping = new AbortController();
  private isStopping = false;

  constructor(private readonly batches: BatchTranslationService) {}

  /** Requests that are under way may end. Batches that have not begun are not sent. */
  async onModuleDestroy(): Promise<void> {
    this.isStopping = true;
    const drained = setTimeout(() => this.stopping.abort(), DRAIN_MS);
    await Promise.all(this.runs);
    clearTimeout(drained);
  }

  /**
   * Starts to translate texts, which have different keys. Returns a promise for each, in order, which never rejects. A text is
   * `failed` at once if too many are under way already.
   */
  start(order: Omit<TranslationOrder, 'signal'>, texts: readonly MissingText[]): Promise<Translation>[] {
    const started: Pending[] = [];
    const promises = texts.map((item) => {
      const id = `${order.accountId} ${item.key}`;
      const running = this.underWay.get(id);
      if (running) return running;
      if (!this.hasRoom(order.accountId)) return Promise.resolve(FAILED);
      return this.enter(order.accountId, id, item, started);
    });
    if (started.length > 0) this.begin(order, started);
    return promises;
  }

  private hasRoom(accountId: number): boolean {
    if (this.isStopping || this.underWay.size >= MAX_TEXTS) return false;
    return (this.textsOf.get(accountId) ?? 0) < MAX_TEXTS_OF_ACCOUNT;
  }

  private enter(accountId: number, id: string, item: MissingText, started: Pending[]): Promise<Translation> {
    const translation = new Promise<Translation>((resolve) => {
      started.push({
        id,
        item,
        announce: (result) => {
          if (!this.underWay.delete(id)) return;
          this.count(accountId, -1);
          resolve(result);
        },
      });
    });
    this.underWay.set(id, translation);
    this.count(accountId, 1);
    return translation;
  }

  private count(accountId: number, change: number): void {
    const texts = (this.textsOf.get(accountId) ?? 0) + change;
    if (texts === 0) this.textsOf.delete(accountId);
    else this.textsOf.set(accountId, texts);
  }

  private begin(order: Omit<TranslationOrder, 'signal'>, started: readonly Pending[]): void {
    const run = this.run(order, started).finally(() => this.runs.delete(run));
    this.runs.add(run);
  }

  private async run(order: Omit<TranslationOrder, 'signal'>, started: readonly Pending[]): Promise<void> {
    const pending = new Map(started.map((one) => [one.item, one]));
    const signal = AbortSignal.any([this.stopping.signal, AbortSignal.timeout(MAX_RUN_MS)]);
    const limited = { ...order, signal };
    const batches = this.batches.batches(limited, [...pending.keys()]).values();
    const lane = async (): Promise<void> => {
      for (const batch of batches) await this.runBatch(limited, batch, pending);
    };
    await Promise.all(Array.from({ length: PARALLEL_BATCHES }, lane));
  }

  private async runBatch(
    order: TranslationOrder,
    batch: Batch<MissingText>,
    pending: ReadonlyMap<MissingText, Pending>,
  ): Promise<void> {
    const translations = await this.translated(order, batch);
    batch.items.forEach((item, index) => pending.get(item)?.announce(translations[index] ?? FAILED));
  }

  private async translated(order: TranslationOrder, batch: Batch<MissingText>): Promise<Translation[]> {
    if (this.isStopping || order.signal.aborted) return [];
    try {
      return await this.batches.translate(order, batch);
    } catch (error) {
      if (!order.signal.aborted) warnOfFailure(this.logger, 'Could not translate texts', error);
      return [];
    }
  }
}

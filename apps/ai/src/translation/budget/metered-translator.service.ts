import { Injectable, Logger } from '@nestjs/common';
import type { Translation, TranslationGap } from '@plaudit/contracts';
import { Clock } from '@plaudit/runtime';
import { charactersIn } from '../batches';
import type { TranslationFailure, TranslationOutcome } from '../providers/translator';
import { type ActiveTranslator, contractIdentity } from '../translator-identity';
import { TranslatorsService } from '../translators.service';
import { TranslationMonthsRepository } from './translation-months.repository';
import { TranslatorPausesRepository } from './translator-pauses.repository';

/** For whom, how and into which language texts are translated. */
export interface TranslationOrder {
  accountId: number;
  settings: ActiveTranslator;
  target: string;
  signal: AbortSignal;
}

/** Failures after which a translator may have translated, and so has counted the characters. */
const MAYBE_PAID: ReadonlySet<TranslationFailure['kind']> = new Set(['lost', 'unusable']);

/**
 * Translates within the characters that an account may have translated in a month. A translator that says that its own limit is
 * used up is not asked again before the next UTC day.
 */
@Injectable()
export class MeteredTranslatorService {
  private readonly logger = new Logger(MeteredTranslatorService.name);

  constructor(
    private readonly translators: TranslatorsService,
    private readonly months: TranslationMonthsRepository,
    private readonly pauses: TranslatorPausesRepository,
    private readonly clock: Clock,
  ) {}

  /**
   * Sends texts in one request. Returns their translations in order, or why there are none. The texts that no longer fit into the
   * month have `quota`. Throws if the database fails or the order is aborted.
   */
  async translate(
    order: TranslationOrder,
    texts: readonly string[],
    source: string | null,
  ): Promise<Translation[]> {
    const { accountId, settings, target, signal } = order;
    const now = this.clock.now();
    const contract = contractIdentity(settings);
    if (await this.pauses.isPaused(accountId, contract, now)) return texts.map(() => gap('quota'));
    const month = `${now.toISOString().slice(0, 7)}-01`;
    const fits = await this.fitting(order, month, texts.map(charactersIn));
    const sent = texts.filter((_text, index) => fits[index]);
    if (sent.length === 0) return texts.map(() => gap('quota'));
    const batch = { texts: sent, target, source };
    const outcome = await this.translators.translate(settings, accountId, batch, signal);
    if (outcome.kind === 'quota') await this.pause(accountId, contract, now);
    if (isFree(outcome)) await this.months.giveBack(accountId, month, sum(sent.map(charactersIn)));
    const answers = translationsOf(outcome, sent.length).values();
    return texts.map((_text, index) => (fits[index] && answers.next().value) || gap('quota'));
  }

  /** Counts the characters of the texts that fit into the month. Returns true for each of them, in order. */
  private async fitting(
    { accountId, settings: { monthlyChars: limit } }: TranslationOrder,
    month: string,
    characters: readonly number[],
  ): Promise<boolean[]> {
    if (await this.months.take(accountId, month, sum(characters), limit)) return characters.map(() => true);
    let left = limit - (await this.months.used(accountId, month));
    const fits = characters.map((count) => {
      const isFitting = count <= left;
      if (isFitting) left -= count;
      return isFitting;
    });
    const fitting = sum(characters.filter((_count, index) => fits[index]));
    // Others may have used up the rest meanwhile.
    const isTaken = fitting > 0 && (await this.months.take(accountId, month, fitting, limit));
    return isTaken ? fits : characters.map(() => false);
  }

  private async pause(accountId: number, contract: string, now: Date): Promise<void> {
    const until = new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + 1));
    await this.pauses.pause(accountId, contract, until);
    const message = 'Paused a translator whose limit is used up';
    this.logger.warn({ message, account_id: accountId, until: until.toISOString() });
  }
}

function gap(reason: TranslationGap): Translation {
  return { text: null, gap: reason };
}

/** Returns true if the translator counted no characters. */
function isFree({ kind }: TranslationOutcome): boolean {
  return kind !== 'translated' && !MAYBE_PAID.has(kind);
}

function translationsOf(outcome: TranslationOutcome, count: number): Translation[] {
  if (outcome.kind === 'translated') {
    return outcome.texts.map((text) => (text === null ? gap('failed') : { text, gap: null }));
  }
  return Array.from({ length: count }, () => gap(gapOf(outcome)));
}

function gapOf({ kind }: TranslationFailure): TranslationGap {
  if (kind === 'quota') return 'quota';
  return kind === 'unreachable' ? 'unavailable' : 'failed';
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

import { Injectable, Logger } from '@nestjs/common';
import type { Translation } from '@plaudit/contracts';
import { warnOfFailure } from '@plaudit/runtime';
import { AiEnv } from '../../ai.env';
import { type Batch, type BatchedText, batchesOf } from '../batches';
import { MeteredTranslatorService, type TranslationOrder } from '../budget/metered-translator.service';
import { textHash } from '../cache/translation-key';
import { TranslationsRepository } from '../cache/translations.repository';
import type { ProtectedText } from '../markup/protected-text';
import { TranslatorsService } from '../translators.service';

/** A text that has no stored translation. */
export interface MissingText extends BatchedText {
  /** The key of its stored translation, in hex. */
  key: string;
  text: string;
  prepared: ProtectedText;
}

/** More pieces are too many requests for one text. */
const MAX_PIECES = 60;
const FAILED: Translation = { text: null, gap: 'failed' };

/** Translates the texts of one batch and stores what came back. */
@Injectable()
export class BatchTranslationService {
  private readonly logger = new Logger(BatchTranslationService.name);

  constructor(
    private readonly translators: TranslatorsService,
    private readonly metered: MeteredTranslatorService,
    private readonly translations: TranslationsRepository,
    private readonly env: AiEnv,
  ) {}

  /** Returns the batches in which these texts are translated. */
  batches(order: TranslationOrder, texts: readonly MissingText[]): Batch<MissingText>[] {
    const { limits, mixesLanguages } = this.translators.limitsOf(order.settings);
    return batchesOf(texts, limits, mixesLanguages);
  }

  /** Returns a translation for each text of the batch, or why there is none. Throws if the order is aborted. */
  async translate(order: TranslationOrder, { source, items }: Batch<MissingText>): Promise<Translation[]> {
    const answers = await this.metered.translate(
      order,
      items.map(({ sent }) => sent),
      source,
    );
    const translated: Translation[] = [];
    for (const [index, item] of items.entries()) {
      const answer = answers[index] ?? FAILED;
      translated.push(answer.gap === null ? await this.restored(order, item, answer.text) : answer);
    }
    await this.store(order.accountId, items, translated);
    return translated;
  }

  /** Puts what was protected back. If the translator has lost some of it, translates the words between it one by one. */
  private async restored(order: TranslationOrder, item: MissingText, answer: string): Promise<Translation> {
    const text = item.prepared.restore(answer);
    if (text !== null) return { text, gap: null };
    const { pieces } = item.prepared;
    // A single piece is what was sent already.
    if (pieces.length < 2 || pieces.length > MAX_PIECES) return FAILED;
    const { limits, mixesLanguages } = this.translators.limitsOf(order.settings);
    const parts = pieces.map((sent) => ({ sent, source: item.source }));
    const answers: Translation[] = [];
    for (const batch of batchesOf(parts, limits, mixesLanguages)) {
      const sent = batch.items.map((part) => part.sent);
      answers.push(...(await this.metered.translate(order, sent, batch.source)));
    }
    const gap = answers.find((one) => one.gap !== null);
    if (gap) return gap;
    const joined = item.prepared.join(answers.map((one) => one.text ?? ''));
    return joined === null ? FAILED : { text: joined, gap: null };
  }

  /** A translation that cannot be stored is returned all the same. */
  private async store(
    accountId: number,
    items: readonly MissingText[],
    translated: readonly Translation[],
  ): Promise<void> {
    const stored = items.flatMap(({ key, text }, index) => {
      const translation = translated[index]?.text ?? null;
      return translation === null ? [] : [{ key, textHash: textHash(text), translation }];
    });
    if (stored.length === 0) return;
    try {
      await this.translations.store(accountId, stored, this.env.TRANSLATE_CACHE_DAYS);
    } catch (error) {
      warnOfFailure(this.logger, 'Could not store translations; they will be requested again', error);
    }
  }
}

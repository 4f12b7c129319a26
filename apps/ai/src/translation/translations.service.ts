import { setTimeout as pause } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import {
  MAX_TRANSLATION_MS,
  type SourceText,
  type Translation,
  type TranslationResponse,
} from '@plaudit/contracts';
import { ProviderSettingsService } from '../settings/provider-settings.service';
import type { TranslationOrder } from './budget/metered-translator.service';
import { translationKey } from './cache/translation-key';
import { TranslationsRepository } from './cache/translations.repository';
import { protectedText } from './markup/protected-text';
import type { MissingText } from './runs/batch-translation.service';
import { TranslationRunsService } from './runs/translation-runs.service';
import { isInLanguage, sourceLanguage } from './source-language';
import { type ActiveTranslator, translatorIdentity } from './translator-identity';

/** What a reader wants: texts in a language, soon. */
export interface TranslationWish {
  /** A language of two letters and an optional region. */
  language: string;
  texts: readonly SourceText[];
  /** How long the reader waits. Default: as long as the reviews service does. */
  waitMs?: number;
}

/** Leaves time for the answer to arrive before the reviews service gives up. */
const MAX_WAIT_MS = MAX_TRANSLATION_MS - 500;

const UNAVAILABLE: Translation = { text: null, gap: 'unavailable' };
const FAILED: Translation = { text: null, gap: 'failed' };

/** Translates the texts of a page for an account: from the stored translations as far as possible. */
@Injectable()
export class TranslationsService {
  constructor(
    private readonly settings: ProviderSettingsService,
    private readonly translations: TranslationsRepository,
    private readonly runs: TranslationRunsService,
  ) {}

  /**
   * Returns a translation for each text, in order, or why there is none. A text in the language already, or without words, is
   * returned unchanged. What is not translated in time is `failed`, and continues in the background.
   */
  async translate(
    accountId: number,
    { language, texts, waitMs = MAX_WAIT_MS }: TranslationWish,
  ): Promise<TranslationResponse> {
    const answered = new AbortController();
    const impatience = pause(waitMs, FAILED, { signal: answered.signal }).catch(() => FAILED);
    try {
      const settings = await this.settings.translator(accountId);
      if (settings.name === 'none') return { provider: null, translations: texts.map(() => UNAVAILABLE) };
      const wanted = texts.map((text) => missingText(text, language, settings));
      const translated = await this.translated({ accountId, settings, target: language }, wanted, impatience);
      const translations = texts.map(({ text }, index): Translation => {
        const needed = wanted[index];
        return needed ? (translated.get(hex(needed)) ?? FAILED) : { text, gap: null };
      });
      return { provider: settings.name, translations };
    } finally {
      answered.abort();
    }
  }

  /** Returns the translations by key: those that are stored, and those of the others that arrive before `impatience`. */
  private async translated(
    order: Omit<TranslationOrder, 'signal'>,
    wanted: readonly (MissingText | null)[],
    impatience: Promise<Translation>,
  ): Promise<ReadonlyMap<string, Translation>> {
    const needed = [...new Map(wanted.flatMap((one) => (one ? [[hex(one), one]] : []))).values()];
    if (needed.length === 0) return new Map();
    const keys = needed.map(({ key }) => key);
    const stored = await this.translations.find(order.accountId, keys);
    const missing = needed.filter((one) => !stored.has(hex(one)));
    const running = this.runs.start(order, missing);
    const arrived = await Promise.all(running.map((promise) => Promise.race([promise, impatience])));
    return new Map<string, Translation>([
      ...[...stored].map(([key, text]) => [key, { text, gap: null }] as const),
      ...missing.map((one, index) => [hex(one), arrived[index] ?? FAILED] as const),
    ]);
  }
}

function hex({ key }: MissingText): string {
  return key.toString('hex');
}

/** Returns the text as it is sent, or null if it needs no translation. */
function missingText(
  { text, language: stored }: SourceText,
  target: string,
  settings: ActiveTranslator,
): MissingText | null {
  const prepared = protectedText(text);
  if (prepared.sent === '') return null;
  const source = sourceLanguage(text, stored);
  if (isInLanguage(source, stored, target)) return null;
  const key = translationKey({ translator: translatorIdentity(settings), source, target, text });
  return { key, text, source, sent: prepared.sent, prepared };
}

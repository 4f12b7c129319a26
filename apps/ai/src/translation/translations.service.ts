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
import { translatorIdentity } from './translator-identity';

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
      if (settings.name === 'none' || settings.name === 'paused')
        return { provider: null, translations: texts.map(() => UNAVAILABLE) };
      const order = { accountId, settings, target: language };
      const translations = await this.translated(order, texts, impatience);
      return { provider: settings.name, translations };
    } finally {
      answered.abort();
    }
  }

  /** Returns the stored translations, and those of the other texts that arrive before `impatience`. */
  private async translated(
    order: Omit<TranslationOrder, 'signal'>,
    texts: readonly SourceText[],
    impatience: Promise<Translation>,
  ): Promise<Translation[]> {
    const translator = translatorIdentity(order.settings);
    const wanted = texts.map(({ text, language }) => ({
      text,
      language,
      key: translationKey({ translator, target: order.target, text, language }),
    }));
    const keys = wanted.map(({ key }) => key);
    const stored = await this.translations.find(order.accountId, keys);
    const others = new Map(wanted.filter(({ key }) => !stored.has(key)).map((text) => [text.key, text]));
    const missing = [...others.values()].flatMap((text) => missingText(text, order.target) ?? []);
    const running = this.runs.start(order, missing);
    const arrived = await Promise.all(running.map((promise) => Promise.race([promise, impatience])));
    const translated = new Map(missing.map(({ key }, index) => [key, arrived[index]]));
    return wanted.map(({ key, text }): Translation => {
      const found = stored.get(key);
      return found === undefined ? (translated.get(key) ?? { text, gap: null }) : { text: found, gap: null };
    });
  }
}

interface KeyedText extends SourceText {
  key: string;
}

/** Returns the text as it is sent, or null if it needs no translation. */
function missingText({ text, language, key }: KeyedText, target: string): MissingText | null {
  const prepared = protectedText(text);
  if (prepared.sent === '') return null;
  const source = sourceLanguage(text, language);
  if (isInLanguage(source, language, target)) return null;
  return { key, text, source, sent: prepared.sent, prepared };
}

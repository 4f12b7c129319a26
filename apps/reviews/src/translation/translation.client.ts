import { Injectable, Logger } from '@nestjs/common';
import {
  MAX_TRANSLATED_TEXT,
  MAX_TRANSLATION_MS,
  type SourceText,
  type Translation,
  type TranslationRequest,
  type TranslationResponse,
  type TranslationGap,
  TRANSLATION_GAPS,
  TRANSLATIONS_PATH,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** The name becomes a response header. */
const PROVIDER = /^[\w .-]{1,40}$/;

/** For whom visitors of a widget request translations, and how long they wait. */
export interface TranslationVisit {
  accountId: number;
  waitMs: number;
}

/** The answer of ai arrives so long after the end of the visitor's wait. */
const ANSWER_MS = 500;

/** Requests translations from the ai service, one request per page. */
@Injectable()
export class TranslationClient {
  private readonly logger = new Logger(TranslationClient.name);

  constructor(private readonly services: ServiceClient) {}

  /**
   * Returns a translation for each text, in order, or the reason why there is none. A text that is too long is `failed`. The
   * caller's account is used, and for a visit the account of the widget. Never throws.
   */
  async translate(
    language: string,
    texts: readonly SourceText[],
    visit?: TranslationVisit,
  ): Promise<TranslationResponse> {
    const sent = texts.filter(isSendable);
    const response =
      sent.length > 0 ? await this.request(language, sent, visit) : { provider: null, translations: [] };
    const translated = response.translations.values();
    const failed: Translation = { text: null, gap: 'failed' };
    return {
      provider: response.provider,
      translations: texts.map((text) => (isSendable(text) ? (translated.next().value ?? failed) : failed)),
    };
  }

  private async request(
    language: string,
    texts: readonly SourceText[],
    visit: TranslationVisit | undefined,
  ): Promise<TranslationResponse> {
    try {
      const { status, body } = await this.services.request<TranslationResponse>('ai', {
        method: 'POST',
        path: TRANSLATIONS_PATH,
        body: {
          language,
          texts: [...texts],
          account_id: visit?.accountId,
          wait_ms: visit?.waitMs,
        } satisfies TranslationRequest,
        timeoutMs: visit ? visit.waitMs + ANSWER_MS : MAX_TRANSLATION_MS,
        lane: 'translation',
      });
      if (status === 200 && isUsable(body, texts.length)) return body;
      this.logger.warn(`ai answered ${status} to a translation request, without usable translations`);
      return none(texts, 'failed');
    } catch {
      // The ServiceClient has logged the error: ai is down or slow, its circuit breaker is open, or AI_URL is not set.
      return none(texts, 'unavailable');
    }
  }
}

function isSendable({ text }: SourceText): boolean {
  return text.length <= MAX_TRANSLATED_TEXT;
}

function none(texts: readonly SourceText[], gap: TranslationGap): TranslationResponse {
  return { provider: null, translations: texts.map(() => ({ text: null, gap })) };
}

/** A different release of ai must not break the list. */
function isUsable(body: TranslationResponse | null, length: number): boolean {
  if (!Array.isArray(body?.translations) || body.translations.length !== length) return false;
  const { provider, translations } = body;
  const isNamed = typeof provider === 'string' && PROVIDER.test(provider);
  return (isNamed || provider === null) && translations.every(isTranslation);
}

function isTranslation(one: Partial<Translation> | null): boolean {
  if (one?.gap === null) return typeof one.text === 'string';
  return (TRANSLATION_GAPS as readonly unknown[]).includes(one?.gap);
}

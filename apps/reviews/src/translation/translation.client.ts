import { Injectable, Logger } from '@nestjs/common';
import {
  MAX_TRANSLATED_TEXT,
  type SourceText,
  type Translation,
  type TranslationResponse,
  type TranslationGap,
  TRANSLATIONS_PATH,
} from '@plaudit/contracts';
import { ServiceClient } from '@plaudit/runtime';

/** Asks ai for the texts of a page, all in one call. Never throws: what cannot be had is said text by text. */
@Injectable()
export class TranslationClient {
  private readonly logger = new Logger(TranslationClient.name);

  constructor(private readonly services: ServiceClient) {}

  /** One answer for each text, in their order; a text that is too long for a translator is `failed`. */
  async translate(language: string, texts: readonly SourceText[]): Promise<TranslationResponse> {
    const sent = texts.filter(isSendable);
    const answer = sent.length > 0 ? await this.ask(language, sent) : { provider: null, translations: [] };
    const answered = answer.translations.values();
    const failed: Translation = { text: null, gap: 'failed' };
    return {
      provider: answer.provider,
      translations: texts.map((text) => (isSendable(text) ? (answered.next().value ?? failed) : failed)),
    };
  }

  private async ask(language: string, texts: readonly SourceText[]): Promise<TranslationResponse> {
    try {
      const { status, body } = await this.services.request<TranslationResponse>('ai', {
        method: 'POST',
        path: TRANSLATIONS_PATH,
        body: { language, texts },
      });
      if (status === 200 && isAnswer(body, texts.length)) return body;
      this.logger.warn(`ai answered ${status} to a page to translate, in a form that is no translation`);
      return none(texts, 'failed');
    } catch {
      // The client has logged it: ai is down, slow or left alone by its breaker, or reviews knows no address of it.
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

/** A release of ai that answers otherwise must not break the read. */
function isAnswer(body: TranslationResponse | null, length: number): boolean {
  return (
    Array.isArray(body?.translations) &&
    body.translations.length === length &&
    body.translations.every((one) => typeof one?.text === 'string' || typeof one?.gap === 'string')
  );
}

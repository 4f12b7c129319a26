import { codeOf } from './language-codes';
import { fieldOf, fieldOfEach, jsonIn, outcomeOfStatus, translatedTexts } from './replies';
import type {
  TextBatch,
  TranslationOutcome,
  TranslatorAdapter,
  TranslatorConnection,
  TranslatorReply,
  TranslatorRequest,
} from './translator';

const LABEL = 'DeepL';
const QUOTA_EXCEEDED = 456;
/** As the provider marks keys of its free plan, which has a host of its own. */
const FREE_KEY = /:fx$/;

/** Targets need a variant where there are several. `en` and `pt` alone are deprecated. */
const CODES = {
  en: 'EN-US',
  'en-GB': 'EN-GB',
  pt: 'PT-BR',
  'pt-PT': 'PT-PT',
  zh: 'ZH-HANS',
  'zh-hant': 'ZH-HANT',
};

/** Text translation API of DeepL, version 2. Each text of a request is detected by itself. */
export const deepl: TranslatorAdapter = {
  // The provider allows 128 KiB for the body.
  limits: { texts: 50, characters: 60_000, bytes: 120 * 1024 },
  mixesLanguages: true,
  request: requestOf,
  outcome: outcomeOf,
};

function requestOf(
  { baseUrl, apiKey }: TranslatorConnection,
  { texts, target }: TextBatch,
): TranslatorRequest {
  const host = FREE_KEY.test(apiKey ?? '') ? 'https://api-free.deepl.com' : 'https://api.deepl.com';
  return {
    url: `${baseUrl ?? host}/v2/translate`,
    headers: {
      authorization: `DeepL-Auth-Key ${apiKey ?? ''}`,
      'content-type': 'application/json',
      accept: 'application/json',
    },
    body: JSON.stringify({
      text: texts,
      target_lang: codeOf(target, CODES).toUpperCase(),
      // Sentences end at punctuation and line breaks, and the line breaks stay. No tag is interpreted, because there is no tag_handling.
      split_sentences: '1',
      preserve_formatting: true,
    }),
  };
}

function outcomeOf(reply: TranslatorReply, count: number): TranslationOutcome {
  if (reply.status === QUOTA_EXCEEDED) {
    return { kind: 'quota', msg: 'The character limit of the DeepL account is used up (status 456).' };
  }
  const byStatus = outcomeOfStatus(LABEL, reply);
  if (byStatus) return byStatus;
  return translatedTexts(LABEL, fieldOfEach(fieldOf(jsonIn(reply), 'translations'), 'text'), count);
}

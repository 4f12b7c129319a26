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

const LABEL = 'Google';
const WRONG_KEY = 'Google did not accept the key (status 400).';
const CODES = { zh: 'zh-CN', 'zh-hant': 'zh-TW', nb: 'no', 'pt-PT': 'pt-PT', 'fr-CA': 'fr-CA' };

/** Reasons of a 403. A daily limit holds until midnight, a rate limit for seconds. */
const DAILY_LIMIT = /^(dailyLimitExceeded|quotaExceeded)$/;
const RATE_LIMIT = /^(userRateLimitExceeded|rateLimitExceeded)/;

/** Cloud Translation Basic, version 2. Each text of a request is detected by itself. */
export const google: TranslatorAdapter = {
  // The provider accepts 128 texts and advises 5,000 code points.
  limits: { texts: 128, characters: 5_000, bytes: 100 * 1024 },
  mixesLanguages: true,
  request: requestOf,
  outcome: outcomeOf,
};

/** The key goes into a header, because URLs are logged on their way. */
function requestOf(
  { baseUrl, apiKey }: TranslatorConnection,
  { texts, target }: TextBatch,
): TranslatorRequest {
  return {
    url: `${baseUrl ?? 'https://translation.googleapis.com'}/language/translate/v2`,
    headers: {
      'x-goog-api-key': apiKey ?? '',
      'content-type': 'application/json',
      accept: 'application/json',
    },
    // Without `text`, the default format is HTML: line breaks are lost and characters come back as entities.
    body: JSON.stringify({ q: texts, target: codeOf(target, CODES), format: 'text' }),
  };
}

function outcomeOf(reply: TranslatorReply, count: number): TranslationOutcome {
  const body = jsonIn(reply);
  if (reply.status === 403) {
    const reasons = fieldOfEach(fieldOf(fieldOf(body, 'error'), 'errors'), 'reason').map(String);
    if (reasons.some((reason) => DAILY_LIMIT.test(reason))) {
      return { kind: 'quota', msg: 'The daily limit of the Google project is used up (status 403).' };
    }
    if (reasons.some((reason) => RATE_LIMIT.test(reason))) {
      return { kind: 'busy', msg: 'Google asks to send fewer requests (status 403).', retryAfterMs: null };
    }
  }
  const byStatus = outcomeOfStatus(LABEL, reply);
  if (byStatus) return isWrongKey(reply, body) ? { kind: 'rejected', msg: WRONG_KEY } : byStatus;
  const translations = fieldOf(fieldOf(body, 'data'), 'translations');
  return translatedTexts(LABEL, fieldOfEach(translations, 'translatedText'), count);
}

/** A key that does not exist is a bad request for Google. */
function isWrongKey({ status }: TranslatorReply, body: unknown): boolean {
  const reasons = fieldOfEach(fieldOf(fieldOf(body, 'error'), 'details'), 'reason');
  return status === 400 && reasons.includes('API_KEY_INVALID');
}

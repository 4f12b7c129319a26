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

const LABEL = 'Azure Translator';
/** The free quota of the subscription is used up. */
const FREE_QUOTA_EXCEEDED = 403001;

const CODES = {
  zh: 'zh-Hans',
  'zh-hant': 'zh-Hant',
  'pt-PT': 'pt-pt',
  'fr-CA': 'fr-ca',
  sr: 'sr-Latn',
  mn: 'mn-Cyrl',
  tl: 'fil',
};

/** Azure AI Translator, version 3. Each text of a request is detected by itself. */
export const azure: TranslatorAdapter = {
  // The provider accepts 1,000 texts and 50,000 characters, but the free tier no more than about 33,000 in a minute.
  limits: { texts: 100, characters: 10_000, bytes: 200 * 1024 },
  mixesLanguages: true,
  request: requestOf,
  outcome: outcomeOf,
};

function requestOf(
  { baseUrl, apiKey, region }: TranslatorConnection,
  { texts, target }: TextBatch,
): TranslatorRequest {
  const query = new URLSearchParams({
    'api-version': '3.0',
    to: codeOf(target, CODES),
    textType: 'plain',
  });
  return {
    url: `${baseUrl ?? 'https://api.cognitive.microsofttranslator.com'}/translate?${query.toString()}`,
    headers: {
      'ocp-apim-subscription-key': apiKey ?? '',
      ...(region === null ? {} : { 'ocp-apim-subscription-region': region }),
      'content-type': 'application/json; charset=UTF-8',
      accept: 'application/json',
    },
    body: JSON.stringify(texts.map((text) => ({ Text: text }))),
  };
}

function outcomeOf(reply: TranslatorReply, count: number): TranslationOutcome {
  const body = jsonIn(reply);
  if (reply.status === 403 && fieldOf(fieldOf(body, 'error'), 'code') === FREE_QUOTA_EXCEEDED) {
    const msg = 'The free quota of the Azure subscription is used up (status 403).';
    return { kind: 'quota', msg };
  }
  const byStatus = outcomeOfStatus(LABEL, reply);
  if (byStatus) return byStatus;
  // Each text has one translation, because one target was requested.
  const texts = fieldOfEach(body, 'translations').map((translations) => {
    const [text, ...others] = fieldOfEach(translations, 'text');
    return others.length === 0 ? text : undefined;
  });
  return translatedTexts(LABEL, texts, count);
}

import { codeOf } from './language-codes';
import { fieldOf, jsonIn, outcomeOfStatus, translatedTexts } from './replies';
import type {
  TextBatch,
  TranslationOutcome,
  TranslatorAdapter,
  TranslatorConnection,
  TranslatorReply,
  TranslatorRequest,
} from './translator';

const LABEL = 'LibreTranslate';
/** Names that old and new releases know. Portuguese has one model for all regions. */
const CODES = { 'zh-hant': 'zt' };

/**
 * LibreTranslate. It detects one language for all texts of a request, so texts of an unknown language go alone. Small requests
 * return some translations of a page early, because it computes them one after the other on its own processor.
 */
export const libretranslate: TranslatorAdapter = {
  limits: { texts: 25, characters: 4_000, bytes: 100 * 1024 },
  mixesLanguages: false,
  request: requestOf,
  outcome: outcomeOf,
};

/** LibreTranslate reads the key from the body only. */
function requestOf(
  { baseUrl, apiKey }: TranslatorConnection,
  { texts, target, source }: TextBatch,
): TranslatorRequest {
  return {
    url: `${baseUrl ?? ''}/translate`,
    headers: { 'content-type': 'application/json', accept: 'application/json' },
    body: JSON.stringify({
      q: texts,
      source: source === null ? 'auto' : codeOf(source, CODES),
      target: codeOf(target, CODES),
      format: 'text',
      ...(apiKey === null ? {} : { api_key: apiKey }),
    }),
  };
}

function outcomeOf(reply: TranslatorReply, count: number): TranslationOutcome {
  const byStatus = outcomeOfStatus(LABEL, reply);
  if (byStatus) return byStatus;
  const texts = fieldOf(jsonIn(reply), 'translatedText');
  return translatedTexts(LABEL, Array.isArray(texts) ? texts : [], count);
}

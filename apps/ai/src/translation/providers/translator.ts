/** The request that sends texts to a translator. */
export interface TranslatorRequest {
  url: string;
  headers: Record<string, string>;
  body: string;
}

/** The part of a reply that an adapter reads. */
export interface TranslatorReply {
  status: number;
  header(name: string): string | null;
  text(): string;
}

/** Texts for one request to a translator. */
export interface TextBatch {
  texts: readonly string[];
  /** ISO 639-1 with an optional region, such as `pt-BR`. */
  target: string;
  /** ISO 639-1. With null the translator detects the language. */
  source: string | null;
}

/**
 * What became of one request. `texts` has one translation for each text, or null for a text that was not translated. `msg` is a sentence that a customer may see. It contains nothing that the translator said.
 *
 * - `quota`: the translator's own limit is used up, and it translates nothing more today.
 * - `busy`: the translator did not translate, but a second attempt may succeed.
 * - `refused`: the translator did not translate these texts, and a second attempt cannot succeed.
 * - `rejected`: the translator translates nothing with these settings: the key or the address is wrong.
 * - `unreachable`: the request was not delivered.
 * - `lost`: the translator may have translated, but no answer came. A second attempt may succeed.
 * - `unusable`: the translator may have translated, but its answer cannot be used.
 */
export type TranslationOutcome =
  { kind: 'translated'; texts: readonly (string | null)[] } | TranslationFailure;

export type TranslationFailure =
  | { kind: 'quota' | 'refused' | 'rejected' | 'unreachable' | 'lost' | 'unusable'; msg: string }
  | { kind: 'busy'; msg: string; retryAfterMs: number | null };

/** The most that one request to a translator may contain. */
export interface BatchLimits {
  texts: number;
  /** Code points. */
  characters: number;
  /** Of the texts as JSON in UTF-8. */
  bytes: number;
}

/** How to reach a translator. */
export interface TranslatorConnection {
  /** Without a slash at its end. Null is the provider's own address. */
  baseUrl: string | null;
  apiKey: string | null;
  region: string | null;
}

/** One translation API: the request, and what its reply means. Both are pure. */
export interface TranslatorAdapter {
  limits: BatchLimits;
  /**
   * True if each text of a request may have a language of its own, which the translator detects. False if a request has one
   * language, so that texts in different languages need different requests.
   */
  mixesLanguages: boolean;
  request(connection: TranslatorConnection, batch: TextBatch): TranslatorRequest;
  /** `count` is the number of texts in the request. */
  outcome(reply: TranslatorReply, count: number): TranslationOutcome;
}

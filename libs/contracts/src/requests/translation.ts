import { ArrayMaxSize, ArrayMinSize, IsInt, IsString, Matches, Max, MaxLength, Min } from 'class-validator';
import { NestedList } from '../events/nested';
import { IsId, Nullable, Optional } from '../field-rules';

/** `POST` with a {@link TranslationRequest}; ai answers 200 with a {@link TranslationResponse}. */
export const TRANSLATIONS_PATH = '/internal/translations';

/** How long reviews waits for the translations of a page. Services that request a translated page from it wait longer. */
export const MAX_TRANSLATION_MS = 8_000;

/** A language of two letters and an optional region: `fr`, `pt-BR`. */
export const TRANSLATION_LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

/** The largest page of a list. */
const MAX_TRANSLATED_TEXTS = 100;
/** In UTF-16 units. 100 texts of this length fit a request. A longer text is not sent. */
export const MAX_TRANSLATED_TEXT = 5_000;

export class SourceText {
  @IsString() @MaxLength(MAX_TRANSLATED_TEXT) text: string;
  /** The assumed language of the text. With null the translator detects it. */
  @Nullable() @IsString() @MaxLength(35) language: string | null;
}

/** Carries texts only, never their authors. */
export class TranslationRequest {
  @Matches(TRANSLATION_LANGUAGE) language: string;
  @NestedList(() => SourceText) @ArrayMinSize(1) @ArrayMaxSize(MAX_TRANSLATED_TEXTS) texts: SourceText[];
  /** For whom visitors of a widget read. They belong to no account themselves. Callers with an account have none but their own. */
  @Optional() @IsId() account_id?: number;
  /** How long the caller waits, in milliseconds. What is not translated then is `failed`, and will be stored for later requests. */
  @Optional() @IsInt() @Min(0) @Max(MAX_TRANSLATION_MS) wait_ms?: number;
}

/**
 * Why a text is not translated: `unavailable` means that no translator is configured or reachable, `failed` that the
 * translator failed, `quota` that its quota is used up.
 */
export const TRANSLATION_GAPS = ['unavailable', 'failed', 'quota'] as const;
export type TranslationGap = (typeof TRANSLATION_GAPS)[number];

/** Either the text in the requested language (unchanged if that is its language), or the reason why there is none. */
export type Translation = { text: string; gap: null } | { text: null; gap: TranslationGap };

export interface TranslationResponse {
  /** The translator's name, or null if none is configured. */
  provider: string | null;
  /** One per text of the request, in the same order. */
  translations: Translation[];
}

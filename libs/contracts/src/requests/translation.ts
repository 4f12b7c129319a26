import { ArrayMaxSize, ArrayMinSize, IsString, Matches, MaxLength } from 'class-validator';
import { NestedList } from '../events/nested';
import { Nullable } from '../events/nullable';

/** Where ai is asked to translate: `POST` with a {@link TranslationRequest}, answered 200 with a {@link TranslationResponse}. */
export const TRANSLATIONS_PATH = '/internal/translations';

/** `fr` or `pt-BR`: two letters, and two more for a region. */
const TRANSLATION_LANGUAGE = /^[a-z]{2}(-[A-Z]{2})?$/;

/** A page of a list. */
const MAX_TRANSLATED_TEXTS = 100;
/** UTF-16 units; 100 texts of them fit a request. A longer text is not sent. */
export const MAX_TRANSLATED_TEXT = 5_000;

export class SourceText {
  @IsString() @MaxLength(MAX_TRANSLATED_TEXT) text: string;
  /** What its language is thought to be; null leaves it to be found out. */
  @Nullable() @IsString() @MaxLength(35) language: string | null;
}

/** Texts alone: never who wrote them. */
export class TranslationRequest {
  @Matches(TRANSLATION_LANGUAGE) language: string;
  @NestedList(() => SourceText) @ArrayMinSize(1) @ArrayMaxSize(MAX_TRANSLATED_TEXTS) texts: SourceText[];
}

/**
 * Why a text stays as it is: `unavailable` nobody can translate, `failed` the translator did not, `quota` it may not
 * do more for now.
 */
export type TranslationGap = 'unavailable' | 'failed' | 'quota';

/** Either a text in the language that was asked for (the text itself if that was its language), or why there is none. */
export type Translation = { text: string; gap: null } | { text: null; gap: TranslationGap };

export interface TranslationResponse {
  /** Who translated; null when no translator is configured. */
  provider: string | null;
  /** One for each text of the question, in its order. */
  translations: Translation[];
}

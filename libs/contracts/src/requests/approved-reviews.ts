import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Matches,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsId, Nullable, Optional } from '../field-rules';
import type { Review } from '../events/review-fields';
import { TRANSLATION_LANGUAGE, type TranslationGap } from './translation';

/** `POST` with an {@link ApprovedReviewsRequest}. The response is 200 with an {@link ApprovedReviewsResponse}. */
export const APPROVED_REVIEWS_PATH = '/internal/reviews/approved';

export const APPROVED_REVIEW_ORDERS = [
  'newest',
  'oldest',
  'highest',
  'lowest',
  'random_daily',
  'pinned_first',
] as const;
export type ApprovedReviewOrder = (typeof APPROVED_REVIEW_ORDERS)[number];

/** Filters the approved reviews that a widget shows. A missing, null or empty filter matches every review. */
export class ApprovedReviewFilters {
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) channels?: number[] | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) sources?: number[] | null;
  /** True for reviews of the sources only, and not of any channel, also of one that was deleted. */
  @Optional() @Nullable() @IsBoolean() own?: boolean | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) tags?: number[] | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) exclude_tags?: number[] | null;
  @Optional()
  @Nullable()
  @IsArray()
  @IsInt({ each: true })
  @Min(1, { each: true })
  @Max(5, { each: true })
  ratings?: number[] | null;
  @Optional() @Nullable() @IsNumber() min_rating?: number | null;
  @Optional() @Nullable() @IsNumber() max_rating?: number | null;
  @Optional() @Nullable() @IsArray() @IsString({ each: true }) languages?: string[] | null;
  @Optional() @Nullable() @IsArray() @IsString({ each: true }) platforms?: string[] | null;
  /** The widget's own keyword, whose words are searched in the text. */
  @Optional() @Nullable() @IsString() @MaxLength(200) keyword?: string | null;
  /** The visitor's search, whose words are searched in text and author. */
  @Optional() @Nullable() @IsString() @MaxLength(200) q?: string | null;
  /** Excludes the reviews that any of them would find as `keyword`. */
  @Optional() @Nullable() @IsArray() @IsString({ each: true }) exclude_keywords?: string[] | null;
  @Optional() @Nullable() @IsString() @MaxLength(40) since?: string | null;
  @Optional() @Nullable() @IsString() @MaxLength(40) until?: string | null;
  @Optional() @Nullable() @IsBoolean() require_text?: boolean | null;
  @Optional() @Nullable() @IsBoolean() require_media?: boolean | null;
  @Optional() @Nullable() @IsBoolean() require_avatar?: boolean | null;
  @Optional() @Nullable() @IsBoolean() one_per_author?: boolean | null;
  /** True for reviews that their platform no longer shows, too. They are left out otherwise. */
  @Optional() @Nullable() @IsBoolean() show_removed?: boolean | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) pinned_ids?: number[] | null;
}

/** The longest that a visitor waits for translations, in milliseconds. */
export const MAX_VISITOR_WAIT_MS = 1_500;

/** Into which language the texts of a page are translated, and with the translator of which account. */
export class ApprovedReviewsTranslation {
  /** The account of the widget. */
  @IsId() account_id: number;
  @Matches(TRANSLATION_LANGUAGE) language: string;
  /** A text that is not translated by then comes as it is. It is translated in the background, for later requests. */
  @IsInt() @Min(0) @Max(MAX_VISITOR_WAIT_MS) wait_ms: number;
}

/** The request of the widgets service for a page of approved reviews and the figures of the widget's header. */
export class ApprovedReviewsRequest {
  @IsId() sub_account_id: number;
  @Optional() @ValidateNested() @Type(() => ApprovedReviewFilters) filters?: ApprovedReviewFilters;
  @Optional() @IsIn(APPROVED_REVIEW_ORDERS) sort?: ApprovedReviewOrder;
  /** 0 to 50. With 0, the response contains only the summary. */
  @Optional() @IsInt() @Min(0) @Max(50) limit?: number;
  /** The `next` of the previous page. */
  @Optional() @Nullable() @IsString() @MaxLength(200) after?: string | null;
  /** Without it, the texts are not translated. */
  @Optional()
  @ValidateNested()
  @Type(() => ApprovedReviewsTranslation)
  translation?: ApprovedReviewsTranslation;
}

/**
 * An approved review as the API shows it. With `text_original` and `text_language`, `text` is a translation. With `translation`, one
 * was requested and is not available. With none of them, `text` needs none.
 */
export type ApprovedReview = Review & {
  text_original?: string;
  text_language?: string;
  translation?: TranslationGap;
};

export interface ReviewFigures {
  count: number;
  /** On a scale of five; null if no review has a rating. */
  average: number | null;
  distribution: Record<'1' | '2' | '3' | '4' | '5', number>;
}

export interface ApprovedReviewsResponse {
  items: ApprovedReview[];
  /** Number of approved reviews that match the filters. */
  count: number;
  /** Cursor of the next page; null on the last page. */
  next: string | null;
  /** `approved` counts the reviews that match the filters, `collected` all reviews of the same channels and sources. */
  summary: { approved: ReviewFigures; collected: ReviewFigures };
}

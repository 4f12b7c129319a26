import { Optional } from '@plaudit/runtime';
import { Nullable } from '@plaudit/contracts';
import { Type } from 'class-transformer';
import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsNumber,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { IsId } from '../reviews/review-checks';

export const PUBLISHED_ORDERS = [
  'newest',
  'oldest',
  'highest',
  'lowest',
  'random_daily',
  'pinned_first',
] as const;
export type PublishedOrder = (typeof PUBLISHED_ORDERS)[number];

/** Which approved reviews a widget shows; absent, null and empty mean all. */
export class PublishedFilters {
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) channels?: number[] | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) sources?: number[] | null;
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
  @Optional() @Nullable() @IsString() @MaxLength(200) keyword?: string | null;
  /** Text or author, literally. */
  @Optional() @Nullable() @IsString() @MaxLength(200) q?: string | null;
  @Optional() @Nullable() @IsArray() @IsString({ each: true }) exclude_keywords?: string[] | null;
  @Optional() @Nullable() @IsString() @MaxLength(40) since?: string | null;
  @Optional() @Nullable() @IsString() @MaxLength(40) until?: string | null;
  @Optional() @Nullable() @IsBoolean() require_text?: boolean | null;
  @Optional() @Nullable() @IsBoolean() require_media?: boolean | null;
  @Optional() @Nullable() @IsBoolean() require_avatar?: boolean | null;
  @Optional() @Nullable() @IsBoolean() one_per_author?: boolean | null;
  @Optional() @Nullable() @IsArray() @IsId({ each: true }) pinned_ids?: number[] | null;
}

/** Body of POST /internal/reviews/approved, asked by widgets. */
export class PublishedReviewsQuestion {
  @IsId() sub_account_id: number;
  @Optional() @ValidateNested() @Type(() => PublishedFilters) filters?: PublishedFilters;
  @Optional() @IsIn(PUBLISHED_ORDERS) sort?: PublishedOrder;
  /** 0 asks for the summary alone. */
  @Optional() @IsInt() @Min(0) @Max(50) limit?: number;
  /** `next` of the page before. */
  @Optional() @Nullable() @IsString() @MaxLength(200) after?: string | null;
}

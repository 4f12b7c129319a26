import { Type } from 'class-transformer';
import { ArrayMaxSize, IsArray, IsIn, IsInt, Max, Min, ValidateNested } from 'class-validator';
import { IsId, Nullable } from '../field-rules';
import { APPROVED_REVIEW_ORDERS, ApprovedReviewFilters, type ApprovedReviewOrder } from './approved-reviews';

/**
 * `POST` to reviews with a {@link ShownReviewsRequest}: which of these reviews of the caller's sub account the widgets would show if
 * all of them were approved. The response is 200 with a {@link ShownReviewsResponse}.
 */
export const SHOWN_REVIEWS_PATH = '/internal/reviews/shown';

export const MAX_SHOWN_REVIEWS = 100;
export const MAX_SHOWING_WIDGETS = 200;

/** Which approved reviews a widget shows. */
export class ShownReviewsSelection {
  @ValidateNested() @Type(() => ApprovedReviewFilters) filters: ApprovedReviewFilters;
  @IsIn(APPROVED_REVIEW_ORDERS) sort: ApprovedReviewOrder;
  /** The number of reviews that a visitor can see. Null if the visitor can load all of them. */
  @Nullable() @IsInt() @Min(1) @Max(50) limit: number | null;
}

export class ShownReviewsRequest {
  @IsArray() @ArrayMaxSize(MAX_SHOWN_REVIEWS) @IsId({ each: true }) review_ids: number[];
  @IsArray()
  @ArrayMaxSize(MAX_SHOWING_WIDGETS)
  @ValidateNested({ each: true })
  @Type(() => ShownReviewsSelection)
  selections: ShownReviewsSelection[];
}

export interface ShownReviewsResponse {
  /** Those of the reviews that exist. */
  reviews: { id: number; approved: boolean }[];
  /** One for each selection: the ids of the reviews that its filters accept, and of those that it shows. */
  selections: { matching: number[]; shown: number[] }[];
}

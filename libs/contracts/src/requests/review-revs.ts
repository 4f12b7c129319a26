import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { IsId } from '../field-rules';

/** `POST` with a {@link ReviewRevsRequest}: how often the reviews of these sub accounts have changed. */
export const REVIEW_REVS_PATH = '/internal/reviews/revs';

/** More than the sub accounts whose widgets visitors request in the same moment. */
export const MAX_REVIEW_REVS = 1_000;

/** Widgets sends it before it responds to a visitor, so that it shows every change that a client of the API knows of. */
export class ReviewRevsRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_REVIEW_REVS)
  @IsId({ each: true })
  sub_account_ids: number[];
}

export interface ReviewRevsResponse {
  /** In the order of the request. 0 for a sub account without reviews. */
  revs: number[];
}

import { ArrayMaxSize, ArrayMinSize, IsArray, IsOptional } from 'class-validator';
import { IsId } from '../field-rules';
import type { Tenant } from '../principal';

/** `POST` with a {@link WidgetContentChangedRequest}: what the widgets of a sub account show has changed. */
export const WIDGET_CONTENT_CHANGED_PATH = '/internal/rev';

/** Reviews sends it after its commit and before its response, so that the next embed request shows the change. */
export class WidgetContentChangedRequest implements Tenant {
  @IsId() account_id: number;
  @IsId() sub_account_id: number;
}

export interface WidgetContentChangedResponse {
  /** The sub account's new content revision. */
  rev: number;
}

/** `POST` with a {@link ReviewRevsRequest}: how often the reviews of these sub accounts have changed. */
export const REVIEW_REVS_PATH = '/internal/reviews/revs';

/** More than the widgets that visitors request in the same moment. */
export const MAX_REVIEW_REVS = 1_000;

/**
 * How long a lease on a rev lasts, in milliseconds. Until it ends, widgets responds to visitors without another question, and the
 * reviews service delays its responses to changes of the sub account's reviews.
 */
export const REV_LEASE_MS = 100;

/** Widgets sends it before it answers a visitor, so that it shows every change that a client of the API knows of. */
export class ReviewRevsRequest {
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_REVIEW_REVS)
  @IsId({ each: true })
  sub_account_ids: number[];

  /** Those of them whose widgets have many visitors at this moment, for which widgets asks for a lease. */
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_REVIEW_REVS)
  @IsId({ each: true })
  lease_ids?: number[];
}

export interface ReviewRevsResponse {
  /** In the order of the request. 0 for a sub account without reviews. */
  revs: number[];
  /**
   * The sub accounts that got a lease: no client gets the response to a change before {@link REV_LEASE_MS} have passed. A sub account
   * whose reviews a running transaction has changed gets none.
   */
  leased_ids?: number[];
}

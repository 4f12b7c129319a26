import { ArrayMaxSize, ArrayMinSize, IsArray } from 'class-validator';
import { IsId } from '../field-rules';
import type { Tenant } from '../principal';

/** `POST` with a {@link StoredSummaryRequest}; ai answers 200 with a {@link StoredSummaryResponse}. It never writes a summary. */
export const STORED_SUMMARY_PATH = '/internal/summaries/stored';

/** More than a widget of any business shows. */
export const MAX_SUMMARY_CHANNELS = 1_000;

/** The widgets service sends it for visitors, who belong to no account. It names the tenant of the widget and its channels. */
export class StoredSummaryRequest implements Tenant {
  @IsId() account_id: number;
  @IsId() sub_account_id: number;
  @IsArray()
  @ArrayMinSize(1)
  @ArrayMaxSize(MAX_SUMMARY_CHANNELS)
  @IsId({ each: true })
  channel_ids: number[];
}

/** The summary of one channel. */
export interface WidgetSummary {
  channel_id: number;
  text: string;
  based_on_reviews: number;
}

export interface StoredSummaryResponse {
  /** The one that is based on the most reviews. Null if none of the channels has a summary. */
  summary: WidgetSummary | null;
}

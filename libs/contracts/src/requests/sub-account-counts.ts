import { ArrayMaxSize, IsArray } from 'class-validator';
import { IsId } from '../field-rules';

/** `POST` to reviews with a {@link SubAccountCountsRequest}: how many reviews wait in the inbox. */
export const WAITING_REVIEWS_PATH = '/internal/reviews/waiting';

/** `POST` to channels with a {@link SubAccountCountsRequest}: how many channels have a problem or are disabled. */
export const FAILING_CHANNELS_PATH = '/internal/channels/failing';

export const MAX_COUNTED_SUB_ACCOUNTS = 50;

/** The sub accounts to count for. Those of other accounts than the caller's have nothing. */
export class SubAccountCountsRequest {
  @IsArray() @ArrayMaxSize(MAX_COUNTED_SUB_ACCOUNTS) @IsId({ each: true }) ids: number[];
}

/** The response is 200 with this. Sub accounts that are missing have 0. */
export interface SubAccountCountsResponse {
  counts: { id: number; count: number }[];
}

import { ArrayMaxSize, IsArray } from 'class-validator';
import { IsId, Nullable } from '../field-rules';

/** `POST` to channels with an {@link UnknownChannelsRequest}. The response is 200 with an {@link UnknownIdsResponse}. */
export const UNKNOWN_CHANNELS_PATH = '/internal/channels/unknown';

/** `POST` to channels with an {@link UnknownIdsRequest} of platforms. The response is 200 with an {@link UnknownIdsResponse}. */
export const UNKNOWN_CHANNEL_TYPES_PATH = '/internal/channel_types/unknown';

/** `POST` to the gateway with an {@link UnknownIdsRequest}. The response is 200 with an {@link UnknownIdsResponse}. */
export const UNKNOWN_SUB_ACCOUNTS_PATH = '/internal/sub_accounts/unknown';

/** The largest list of ids in a body of the API. */
export const MAX_IDS = 1_000;

/** Asks the owner of a noun which of these ids do not exist in the account of the caller. */
export class UnknownIdsRequest {
  @IsArray() @ArrayMaxSize(MAX_IDS) @IsId({ each: true }) ids: number[];
}

export class UnknownChannelsRequest extends UnknownIdsRequest {
  /** Channels of other sub accounts count as unknown. Null accepts every sub account of the account. */
  @Nullable() @IsId() sub_account_id: number | null;
}

export interface UnknownIdsResponse {
  unknown: number[];
}

import {
  type CountedChannel,
  MAX_COUNTED_CHANNELS,
  type ReviewCountedPayload,
  wireDate,
} from '@plaudit/contracts';

/**
 * Returns the payloads of `review.counted` for the channels of one sub account, which are in the order of their ids.
 * Together they cover every channel id, so that a consumer knows the count of channels that are not listed, too: it is 0.
 */
export function countedPayloads(
  counted: readonly CountedChannel[],
  asOf: Date,
  max: number = MAX_COUNTED_CHANNELS,
): ReviewCountedPayload[] {
  const payloads: ReviewCountedPayload[] = [];
  for (let start = 0; start < counted.length; start += max) {
    const channels = counted.slice(start, start + max);
    const isLast = start + max >= counted.length;
    payloads.push({
      as_of: wireDate(asOf),
      after_channel_id: counted[start - 1]?.channel_id ?? 0,
      up_to_channel_id: isLast ? null : (channels.at(-1)?.channel_id ?? null),
      channels,
    });
  }
  return payloads;
}

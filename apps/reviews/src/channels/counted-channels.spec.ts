import { MAX_COUNTED_CHANNELS, MAX_EVENT_BYTES, reviewCounted } from '@plaudit/contracts';
import { buildEvent } from '@plaudit/testing';
import { countedPayloads } from './counted-channels';

const AS_OF = new Date('2026-09-20T02:34:26Z');
const counts = (...ids: number[]) => ids.map((channel_id) => ({ channel_id, reviews: channel_id * 10 }));

describe('countedPayloads', () => {
  it('covers all channel ids with one payload if the channels fit into it', () => {
    expect(countedPayloads(counts(4, 7), AS_OF, 2)).toEqual([
      {
        as_of: '2026-09-20 02:34:26',
        after_channel_id: 0,
        up_to_channel_id: null,
        channels: [
          { channel_id: 4, reviews: 40 },
          { channel_id: 7, reviews: 70 },
        ],
      },
    ]);
  });

  it('covers all channel ids without a gap with several payloads', () => {
    const payloads = countedPayloads(counts(4, 7, 9, 20, 21), AS_OF, 2);
    const ranges = payloads.map(({ after_channel_id: after, up_to_channel_id: upTo }) => [after, upTo]);
    expect(ranges).toEqual([
      [0, 7],
      [7, 20],
      [20, null],
    ]);
    expect(payloads.flatMap(({ channels }) => channels.map(({ channel_id }) => channel_id))).toEqual([
      4, 7, 9, 20, 21,
    ]);
  });

  it('makes payloads that fit into an event, even with the largest numbers', () => {
    const largest = Array.from({ length: MAX_COUNTED_CHANNELS }, () => ({
      channel_id: Number.MAX_SAFE_INTEGER,
      reviews: 2 ** 31,
    }));
    const [data] = countedPayloads(largest, AS_OF);
    const event = buildEvent(reviewCounted, { data });
    expect(Buffer.byteLength(JSON.stringify(event))).toBeLessThan(MAX_EVENT_BYTES);
  });
});

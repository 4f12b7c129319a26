import {
  type ChannelPayload,
  channelUpdated,
  ratingSnapshot,
  type RatingSnapshotPayload,
} from '@plaudit/contracts';
import { divisibleScore, officialFigures } from './official-figures';

const OWNER = { account_id: 1, sub_account_id: 2 };

describe('the score of a channel', () => {
  it.each([
    [4.5, 5, 4.5, 5],
    [87, 100, 87, 100],
    [0.3, 0, null, 5],
    [null, 0, null, 5],
  ])('%p on a scale of %p is stored as %p on %p, in events of ratings and of channels', (...figures) => {
    const [score, rating_scale, storedScore, storedScale] = figures;
    const stored = { score: storedScore, rating_scale: storedScale };
    const rating = { ...ratingSnapshot.example, score, rating_scale } as RatingSnapshotPayload;
    const channel = { ...channelUpdated.example, score, rating_scale } as ChannelPayload;
    expect(officialFigures(rating, OWNER)).toMatchObject(stored);
    expect(divisibleScore(channel)).toEqual(stored);
  });
});

import { StreamPlaces } from './stream-places';

const owner = (userId: number, accountId = 1): { userId: number; accountId: number } => ({
  userId,
  accountId,
});

describe('StreamPlaces', () => {
  const LIMITS = { perUser: 2, perAccount: 3, total: 5 };

  it('is full for a user before their account is, and for an account before the replica is', () => {
    const places = new StreamPlaces(LIMITS);
    places.take(owner(1));
    places.take(owner(1));
    expect([places.fullFor(owner(1)), places.fullFor(owner(2))]).toEqual(['user', null]);
    places.take(owner(2));
    expect([places.fullFor(owner(2)), places.fullFor(owner(3, 2))]).toEqual(['account', null]);
    places.take(owner(3, 2));
    places.take(owner(4, 2));
    expect([places.fullFor(owner(4, 2)), places.fullFor(owner(5, 3))]).toEqual(['replica', 'replica']);
    expect(places.count).toBe(5);
  });

  it('has room again after a stream ended, for everybody whom its place kept out', () => {
    const places = new StreamPlaces({ perUser: 1, perAccount: 1, total: 1 });
    places.take(owner(1));
    expect(places.fullFor(owner(1))).toBe('user');
    places.free(owner(1));
    expect([places.fullFor(owner(1)), places.fullFor(owner(2)), places.count]).toEqual([null, null, 0]);
  });

  it('has no limit for an account or for all if the limit is 0', () => {
    const places = new StreamPlaces({ perUser: 1, perAccount: 0, total: 0 });
    for (let userId = 1; userId <= 100; userId += 1) places.take(owner(userId));
    expect([places.fullFor(owner(1)), places.fullFor(owner(101))]).toEqual(['user', null]);
  });
});

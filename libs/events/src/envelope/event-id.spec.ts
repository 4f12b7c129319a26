import { firstEventId, newEventId } from './event-id';

describe('newEventId', () => {
  it('returns evt_ and the hex digits of a UUIDv7', () => {
    expect(newEventId(0x0190_1234_5678)).toMatch(/^evt_0190123456787[0-9a-f]{3}[89ab][0-9a-f]{15}$/);
  });

  it('returns ids that sort by their time', () => {
    const ids = [1, 1_000, 1_763_000_000_000, 1_763_000_000_001].map(newEventId);
    expect([...ids].sort()).toEqual(ids);
  });

  it('returns a different id on every call', () => {
    expect(new Set(Array.from({ length: 1_000 }, () => newEventId(1))).size).toBe(1_000);
  });
});

describe('firstEventId', () => {
  it('separates the ids of a millisecond from those of the one before', () => {
    const time = 1_763_000_000_000;
    expect(newEventId(time - 1) < firstEventId(time)).toBe(true);
    expect(newEventId(time) > firstEventId(time)).toBe(true);
  });
});

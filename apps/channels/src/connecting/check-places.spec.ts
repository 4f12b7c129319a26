import { CheckPlaces } from './check-places';

describe('CheckPlaces', () => {
  it('refuses the seventeenth check of an account until another one has ended', () => {
    const places = new CheckPlaces();
    const [first] = Array.from({ length: 16 }, () => places.take(1));
    const refused = expect.objectContaining({ code: 'rate_limited', details: { retry_after_seconds: 2 } });
    expect(() => places.take(1)).toThrow(refused);
    expect(() => places.take(2)).not.toThrow();
    first?.();
    expect(() => places.take(1)).not.toThrow();
    expect(() => places.take(1)).toThrow(refused);
  });

  it('refuses the sixty-fifth check of all accounts until another one has ended', () => {
    const places = new CheckPlaces();
    const [first] = Array.from({ length: 64 }, (_, index) => places.take(index));
    const refused = expect.objectContaining({ code: 'overloaded', details: { retry_after_seconds: 2 } });
    expect(() => places.take(100)).toThrow(refused);
    first?.();
    expect(() => places.take(100)).not.toThrow();
  });
});

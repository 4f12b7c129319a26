import { afterCheck, PENDING, proofOf, statusOf, type Verification } from './domain-verification';

const START = new Date('2026-11-22T12:00:00Z');
const later = (hours: number): Date => new Date(START.getTime() + hours * 3_600_000);
const VERIFIED: Verification = { verified_by: 'dns', verified_on: START, missing_since: null };

describe('the proof of a domain', () => {
  it('is a TXT record below the host', () => {
    expect(proofOf({ host: 'reviews.acme.example', token: 'abc' })).toEqual({
      name: '_plaudit-challenge.reviews.acme.example',
      value: 'plaudit-verification=abc',
    });
  });
});

describe('the verification of a domain', () => {
  it('begins when its proof is found', () => {
    expect(afterCheck(PENDING, 'found', START)).toEqual(VERIFIED);
    for (const check of ['missing', 'unknown'] as const)
      expect(afterCheck(PENDING, check, START)).toEqual(PENDING);
  });

  it('survives a missing proof for 72 hours', () => {
    const missing = afterCheck(VERIFIED, 'missing', later(24));
    expect(missing).toEqual({ ...VERIFIED, missing_since: later(24) });
    expect(afterCheck(missing, 'missing', later(95))).toEqual(missing);
    expect(afterCheck(missing, 'missing', later(96))).toEqual(PENDING);
    expect(afterCheck(missing, 'found', later(96))).toEqual(VERIFIED);
  });

  it('is not changed by an outage of name servers', () => {
    const missing = { ...VERIFIED, missing_since: later(24) };
    for (const domain of [VERIFIED, missing])
      expect(afterCheck(domain, 'unknown', later(999))).toEqual(domain);
  });

  it('by the operator is not changed by any look-up', () => {
    const byOperator: Verification = { ...VERIFIED, verified_by: 'operator' };
    for (const check of ['missing', 'unknown', 'found'] as const)
      expect(afterCheck(byOperator, check, later(999))).toEqual(byOperator);
  });
});

describe('statusOf', () => {
  it.each([
    [null, 'none'],
    [PENDING, 'pending'],
    [VERIFIED, 'verified'],
    [{ ...VERIFIED, missing_since: START }, 'verified'],
  ])('returns the status of %j', (domain, status) => expect(statusOf(domain)).toBe(status));
});

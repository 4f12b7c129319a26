import type { VanityDomainEntity } from './vanity-domain.entity';

/** How long a verified domain without its proof stays in use. */
const GRACE_MS = 72 * 3_600_000;

export const VANITY_STATUSES = ['none', 'pending', 'verified'] as const;
export type VanityStatus = (typeof VANITY_STATUSES)[number];

/** What a look-up of the proof showed. `unknown` means that no name server gave a usable answer. */
export type ProofCheck = 'found' | 'missing' | 'unknown';

export type Verification = Pick<VanityDomainEntity, 'verified_by' | 'verified_on' | 'missing_since'>;

/** A name and value for a TXT record in DNS. */
export interface VanityProof {
  name: string;
  value: string;
}

/** Returns the TXT record that proves the domain. */
export function proofOf({ host, token }: Pick<VanityDomainEntity, 'host' | 'token'>): VanityProof {
  return { name: `_plaudit-challenge.${host}`, value: `plaudit-verification=${token}` };
}

export function statusOf(domain: Verification | null): VanityStatus {
  if (!domain) return 'none';
  return domain.verified_on ? 'verified' : 'pending';
}

/**
 * Returns the verification after a check. A domain that the operator verified stays so. An outage of name servers changes
 * nothing. A verified domain whose proof is missing is pending again after 72 hours.
 */
export function afterCheck(domain: Verification, check: ProofCheck, now: Date): Verification {
  const { verified_by, verified_on, missing_since } = domain;
  if (check === 'unknown' || verified_by === 'operator') return { verified_by, verified_on, missing_since };
  if (check === 'found') return { verified_by: 'dns', verified_on: verified_on ?? now, missing_since: null };
  if (!verified_on) return PENDING;
  const since = missing_since ?? now;
  return now.getTime() - since.getTime() < GRACE_MS
    ? { verified_by, verified_on, missing_since: since }
    : PENDING;
}

export const PENDING: Verification = { verified_by: null, verified_on: null, missing_since: null };

import { Injectable } from '@nestjs/common';
import { type Principal, UNLIMITED } from '@plaudit/contracts';
import { Clock, principalPublicKey, PrincipalSigner, Secrets } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { GatewayEnv } from '../gateway.env';
import type { Pending } from './pending';

/** A token lives 60 s; one that is handed out has at least a quarter of that left. */
const REUSED_MS = 45_000;
const MAX_TOKENS = 10_000;

/** The label of the signing seed below SECRETS_KEY. PRINCIPAL_PUBLIC_KEYS holds the public half. */
export const SIGNING_SEED_LABEL = 'principal-signing';

/** Whoever comes without a key: no account, no rights, but known to have come through the gateway. */
const ANYBODY: Principal = {
  account_id: 0,
  sub_account_id: 0,
  main: false,
  key_id: null,
  role: null,
  scopes: ['public'],
  limits: UNLIMITED,
};

interface Signed {
  token: Pending<string>;
  at: number;
}

/** Signs principals for the services; a signature costs 0.1 ms, so each is used again while it is fresh. */
@Injectable()
export class PrincipalTokens {
  private readonly signer: PrincipalSigner;
  private readonly signed = new LRUCache<Principal, Signed>({ max: MAX_TOKENS });

  constructor(
    env: GatewayEnv,
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    const seed = secrets.derive(SIGNING_SEED_LABEL);
    assertAccepted(principalPublicKey(seed), env.PRINCIPAL_PUBLIC_KEYS);
    this.signer = new PrincipalSigner(seed);
  }

  /** Remembered by identity: a principal that was loaded anew is signed anew. */
  tokenFor(principal: Principal): Pending<string> {
    const now = this.clock.now();
    const known = this.signed.get(principal);
    if (known && now.getTime() - known.at < REUSED_MS) return known.token;
    const signed: Signed = { token: '', at: now.getTime() };
    signed.token = this.signer.sign(principal, now).then((token) => (signed.token = token));
    this.signed.set(principal, signed);
    return signed.token;
  }

  publicToken(): Pending<string> {
    return this.tokenFor(ANYBODY);
  }
}

/** Without this check a wrong setting would show only as 401 on every request. */
function assertAccepted(publicKey: string, accepted: string): void {
  if (accepted.split(',').some((key) => key.trim() === publicKey)) return;
  throw new Error(
    `PRINCIPAL_PUBLIC_KEYS must hold ${publicKey}, the public half of the key that SECRETS_KEY gives this gateway`,
  );
}

import { Injectable } from '@nestjs/common';
import { type Principal, type PrincipalSession, type ServiceName, UNLIMITED } from '@plaudit/contracts';
import { Clock, principalPublicKey, PrincipalSigner, Secrets } from '@plaudit/runtime';
import { LRUCache } from 'lru-cache';
import { GatewayEnv } from '../gateway.env';
import type { MaybePromise } from './authentication.service';

/** A token is valid for 60 s. Reusing it for 45 s leaves at least 15 s of validity. */
const REUSE_MS = 45_000;
const MAX_PRINCIPALS = 10_000;

/** The HKDF label that derives the signing seed from SECRETS_KEY. PRINCIPAL_PUBLIC_KEYS holds the public half. */
export const SIGNING_SEED_LABEL = 'principal-signing';

/** The principal of requests without a key. It has no account and no rights, but proves that the gateway sent it. */
const PUBLIC_PRINCIPAL: Principal = {
  account_id: 0,
  sub_account_id: 0,
  main: false,
  key_id: null,
  role: null,
  scopes: ['public'],
  limits: UNLIMITED,
};

interface SignedToken {
  token: MaybePromise<string>;
  signedAt: number;
}

/** Signs principals for the services. A signature takes 0.1 ms, so each token is reused while it is fresh. */
@Injectable()
export class PrincipalTokensService {
  private readonly signer: PrincipalSigner;
  /** One token per service that the principal was sent to, of which there are at most eight. */
  private readonly tokens = new LRUCache<Principal, Map<ServiceName, SignedToken>>({ max: MAX_PRINCIPALS });

  constructor(
    env: GatewayEnv,
    secrets: Secrets,
    private readonly clock: Clock,
  ) {
    const seed = secrets.derive(SIGNING_SEED_LABEL);
    assertAccepted(principalPublicKey(seed), env.PRINCIPAL_PUBLIC_KEYS);
    this.signer = new PrincipalSigner(seed);
  }

  /**
   * Returns a token for requests to `service`, which no service accepts that it does not ask. Caches tokens by object
   * identity, so a principal that was loaded again is signed again.
   */
  tokenFor(principal: Principal, service: ServiceName): MaybePromise<string> {
    const now = this.clock.now();
    const tokens = this.tokensOf(principal);
    const cached = tokens.get(service);
    if (cached && now.getTime() - cached.signedAt < REUSE_MS) return cached.token;
    const signed: SignedToken = { token: '', signedAt: now.getTime() };
    tokens.set(service, signed);
    const forget = (error: unknown): never => {
      if (tokens.get(service) === signed) tokens.delete(service);
      throw error;
    };
    return (signed.token = this.signer
      .sign(principal, service, now)
      .then((token) => (signed.token = token), forget));
  }

  /** Returns the token of a public request, with the session of its browser for a service that gets it. */
  publicToken(service: ServiceName, session?: PrincipalSession): MaybePromise<string> {
    return this.tokenFor(session ? { ...PUBLIC_PRINCIPAL, session } : PUBLIC_PRINCIPAL, service);
  }

  private tokensOf(principal: Principal): Map<ServiceName, SignedToken> {
    const known = this.tokens.get(principal);
    if (known) return known;
    const none = new Map<ServiceName, SignedToken>();
    this.tokens.set(principal, none);
    return none;
  }
}

/** Throws at startup. Without this check, a wrong setting would appear only as 401 on every request. */
function assertAccepted(publicKey: string, accepted: string): void {
  if (accepted.split(',').some((key) => key.trim() === publicKey)) return;
  throw new Error(
    `PRINCIPAL_PUBLIC_KEYS must hold ${publicKey}, the public key that this gateway derives from SECRETS_KEY`,
  );
}

import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ApiError, audienceOf, type Principal, type ServiceName } from '@plaudit/contracts';
import { importJWK, jwtVerify, type KeyLike, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** How long a principal token is valid. */
const PRINCIPAL_TTL_SECONDS = 60;

/**
 * Label for `Secrets.derive` of the gateway's signing seed. The public key can therefore be computed from
 * SECRETS_KEY.
 */
export const PRINCIPAL_SEED_LABEL = 'principal-signing';

const ISSUER = 'plaudit-gateway';
const ACCEPTED = { issuer: ISSUER, algorithms: ['EdDSA'], requiredClaims: ['exp', 'principal'] };
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

/**
 * Returns the public key of a signing seed (32 bytes) in the format of PRINCIPAL_PUBLIC_KEYS: 32 bytes in base64url.
 */
export function principalPublicKey(seed: Buffer): string {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return x as string;
}

/** Signs the principal tokens that services accept. Only the gateway (and tests) have the seed. */
export class PrincipalSigner {
  private readonly key: KeyObject;

  constructor(seed: Buffer) {
    this.key = privateKeyOf(seed);
  }

  /** Returns a token for a request to `service`. Only that service and those that it asks accept the token. */
  async sign(
    principal: Principal,
    service: ServiceName,
    now = new Date(),
    ttlSeconds = PRINCIPAL_TTL_SECONDS,
  ): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ principal })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(ISSUER)
      .setAudience(audienceOf(service))
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(this.key);
  }
}

/**
 * Verifies tokens with the configured public keys. Caches a verified token until it expires; a verification costs 0.1
 * ms.
 */
export class PrincipalVerifier {
  private readonly keys: Promise<(KeyLike | Uint8Array)[]>;
  private readonly verified = new LRUCache<string, Principal>({
    max: 10_000,
    ttl: PRINCIPAL_TTL_SECONDS * 1000,
    // By default, a timer of every busy millisecond keeps the time for the others. To read the clock is cheaper.
    ttlResolution: 0,
  });

  /** The token that was looked up last. `until` is by `performance.now`. */
  private last: { token: string; principal: Principal; until: number } | null = null;

  /** `publicKeys` are comma-separated Ed25519 keys in base64url. `service` is the service that verifies. */
  constructor(
    publicKeys: string,
    private readonly service: ServiceName,
  ) {
    const keys = publicKeys
      .split(',')
      .map((x) => importJWK({ kty: 'OKP', crv: 'Ed25519', x: x.trim() }, 'EdDSA'));
    this.keys = Promise.all(keys);
    // The first request awaits it. Before that, an invalid key must not end the process as an unhandled rejection.
    this.keys.catch(() => undefined);
  }

  /** Returns the principal of a token that was verified before and is still valid, or undefined. */
  findVerified(token: string): Principal | undefined {
    const { last } = this;
    // Visitors share a token. To compare it takes a tenth of the time that a look into the cache takes.
    if (last?.token === token && performance.now() < last.until) return last.principal;
    const principal = this.verified.get(token);
    if (principal) {
      this.last = { token, principal, until: performance.now() + this.verified.getRemainingTTL(token) };
    }
    return principal;
  }

  /** Returns the principal. Throws 401 `invalid_key` unless the gateway signed the token for this service and it is still valid. */
  async verify(token: string): Promise<Principal> {
    const known = this.findVerified(token);
    if (known) return known;
    for (const key of await this.keys) {
      const claims = await jwtVerify(token, key, { ...ACCEPTED, audience: this.service }).then(
        ({ payload }) => payload,
        () => null,
      );
      if (!claims) continue;
      const principal = claims.principal as Principal;
      const ttl = (claims.exp as number) * 1000 - Date.now();
      if (ttl > 0) this.verified.set(token, principal, { ttl });
      return principal;
    }
    throw new ApiError('invalid_key', 'This service only answers requests that come through the gateway.');
  }
}

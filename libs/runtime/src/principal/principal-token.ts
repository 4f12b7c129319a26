import { createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';
import { ApiError, type Principal } from '@plaudit/contracts';
import { importJWK, jwtVerify, type KeyLike, SignJWT } from 'jose';
import { LRUCache } from 'lru-cache';

/** How long a principal token is good for. */
const PRINCIPAL_TTL_SECONDS = 60;

/** Secrets.derive label of the gateway's signing seed; who holds SECRETS_KEY can tell the public key. */
export const PRINCIPAL_SEED_LABEL = 'principal-signing';

const ISSUER = 'plaudit-gateway';
const ACCEPTED = { issuer: ISSUER, algorithms: ['EdDSA'], requiredClaims: ['exp', 'principal'] };
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

function privateKeyOf(seed: Buffer): KeyObject {
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

/** The public half of a signing seed (32 bytes), as PRINCIPAL_PUBLIC_KEYS wants it: base64url, 32 bytes. */
export function principalPublicKey(seed: Buffer): string {
  const { x } = createPublicKey(privateKeyOf(seed)).export({ format: 'jwk' });
  return x as string;
}

/** Makes the tokens that services believe. Only the gateway (and tests) hold the seed. */
export class PrincipalSigner {
  private readonly key: KeyObject;

  constructor(seed: Buffer) {
    this.key = privateKeyOf(seed);
  }

  async sign(principal: Principal, now = new Date(), ttlSeconds = PRINCIPAL_TTL_SECONDS): Promise<string> {
    const issuedAt = Math.floor(now.getTime() / 1000);
    return new SignJWT({ principal })
      .setProtectedHeader({ alg: 'EdDSA' })
      .setIssuer(ISSUER)
      .setIssuedAt(issuedAt)
      .setExpirationTime(issuedAt + ttlSeconds)
      .sign(this.key);
  }
}

/** Checks tokens against the configured public keys; a verified one is remembered until it expires (a check costs 0.1 ms). */
export class PrincipalVerifier {
  private readonly keys: Promise<(KeyLike | Uint8Array)[]>;
  private readonly verified = new LRUCache<string, Principal>({
    max: 10_000,
    ttl: PRINCIPAL_TTL_SECONDS * 1000,
  });

  /** `publicKeys`: comma-separated base64url Ed25519 keys. */
  constructor(publicKeys: string) {
    const keys = publicKeys
      .split(',')
      .map((x) => importJWK({ kty: 'OKP', crv: 'Ed25519', x: x.trim() }, 'EdDSA'));
    this.keys = Promise.all(keys);
    // Awaited at the first request; until then a broken key must not end the process as an unhandled rejection.
    this.keys.catch(() => undefined);
  }

  /** The principal of a live token that was verified before. */
  recall(token: string): Principal | undefined {
    return this.verified.get(token);
  }

  /** The principal, or 401 `invalid_key` for anything but a live token of ours. */
  async verify(token: string): Promise<Principal> {
    const known = this.recall(token);
    if (known) return known;
    for (const key of await this.keys) {
      const claims = await jwtVerify(token, key, ACCEPTED).then(
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

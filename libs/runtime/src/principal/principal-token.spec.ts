import { generateKeyPairSync, randomBytes } from 'node:crypto';
import { type Principal, SERVICE_NAMES, type ServiceName } from '@plaudit/contracts';
import { buildPrincipal, eventually } from '@plaudit/testing';
import { SignJWT } from 'jose';
import { PrincipalSigner, PrincipalVerifier, principalPublicKey } from './principal-token';

const SEED = Buffer.alloc(32, 1);
const signer = new PrincipalSigner(SEED);
const verifier = () => new PrincipalVerifier(principalPublicKey(SEED), 'reviews');
const refused = { code: 'invalid_key', status: 401 };
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('principal tokens', () => {
  it('verifies to the principal that was signed', async () => {
    const principal: Principal = buildPrincipal({ account_id: 7, scopes: ['reviews:read'] });
    await expect(verifier().verify(await signer.sign(principal, 'reviews'))).resolves.toEqual(principal);
  });

  it('has a public key of 43 base64url characters', () => {
    // RFC 8032, section 7.1, test 1.
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    expect(principalPublicKey(seed)).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
  });

  it('refuses a token that another key signed', async () => {
    const forged = await new PrincipalSigner(randomBytes(32)).sign(buildPrincipal(), 'reviews');
    await expect(verifier().verify(forged)).rejects.toMatchObject(refused);
  });

  it('refuses a token with an altered principal', async () => {
    const [head, , signature] = (await signer.sign(buildPrincipal(), 'reviews')).split('.');
    const claims = {
      iss: 'plaudit-gateway',
      exp: 9_999_999_999,
      principal: buildPrincipal({ account_id: 8 }),
    };
    await expect(verifier().verify(`${head}.${encoded(claims)}.${signature}`)).rejects.toMatchObject(refused);
  });

  it('refuses an expired token', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await expect(
      verifier().verify(await signer.sign(buildPrincipal(), 'reviews', anHourAgo)),
    ).rejects.toMatchObject(refused);
  });

  it('is accepted by the service it was signed for, by those that this one asks, and by no other', async () => {
    const accepting = async (service: ServiceName) => {
      const token = await signer.sign(buildPrincipal(), service);
      const verdicts = SERVICE_NAMES.map((name) =>
        new PrincipalVerifier(principalPublicKey(SEED), name).verify(token).then(
          () => [name],
          () => [],
        ),
      );
      return (await Promise.all(verdicts)).flat();
    };
    expect(await accepting('webhooks')).toEqual(['channels', 'webhooks', 'gateway']);
    expect(await accepting('channels')).toEqual(['reviews', 'channels']);
    expect(await accepting('gateway')).toEqual(['gateway']);
    expect(await accepting('invitations')).toEqual(['channels', 'invitations']);
    // reviews asks widgets, which asks reviews, and invitations, which asks channels.
    const asked = ['reviews', 'channels', 'invitations', 'ai', 'widgets'];
    expect(await accepting('widgets')).toEqual(asked);
    expect(await accepting('reviews')).toEqual(asked);
  });

  it('caches a token only after it was verified', async () => {
    const oneVerifier = verifier();
    const token = await signer.sign(buildPrincipal(), 'reviews');
    expect(oneVerifier.findVerified(token)).toBeUndefined();
    const principal = await oneVerifier.verify(token);
    expect(oneVerifier.findVerified(token)).toBe(principal);
  });

  it('removes a token from the cache when it expires', async () => {
    const oneVerifier = verifier();
    const verdictOn = (token: string) =>
      oneVerifier.verify(token).then(
        () => 'accepted',
        () => 'refused',
      );
    let token = '';
    // If the machine pauses, a token may expire before its first verification. It is then replaced by a new one.
    const first = async () =>
      verdictOn((token = await signer.sign(buildPrincipal(), 'reviews', new Date(), 2)));
    await eventually(first, (it) => it === 'accepted', 'a token to be accepted');
    await eventually(
      () => verdictOn(token),
      (it) => it === 'refused',
      'the token to expire',
    );
    expect(oneVerifier.findVerified(token)).toBeUndefined();
  });

  it.each(['none', 'None', 'HS256'])('refuses a token with the algorithm %s', async (alg) => {
    const claims = { iss: 'plaudit-gateway', exp: 9_999_999_999, principal: buildPrincipal() };
    await expect(verifier().verify(`${encoded({ alg })}.${encoded(claims)}.`)).rejects.toMatchObject(refused);
  });

  it('refuses a token that is signed with the public key as an HMAC secret', async () => {
    const token = await new SignJWT({ principal: buildPrincipal() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('plaudit-gateway')
      .setExpirationTime('1m')
      .sign(Buffer.from(principalPublicKey(SEED), 'base64url'));
    await expect(verifier().verify(token)).rejects.toMatchObject(refused);
  });

  it.each([
    ['another issuer', { iss: 'somebody' }],
    ['no issuer', { iss: undefined }],
    ['no expiry', { exp: undefined }],
    ['another audience', { aud: ['webhooks'] }],
    ['no audience', { aud: undefined }],
  ])('refuses a token with %s, even if the signature is valid', async (_name, wrong) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = publicKey.export({ format: 'jwk' }).x as string;
    const right = {
      iss: 'plaudit-gateway',
      exp: 9_999_999_999,
      aud: ['reviews'],
      principal: buildPrincipal(),
    };
    const sign = (claims: object) =>
      new SignJWT({ ...claims }).setProtectedHeader({ alg: 'EdDSA' }).sign(privateKey);
    const one = new PrincipalVerifier(x, 'reviews');
    await expect(one.verify(await sign(right))).resolves.toMatchObject({ account_id: 1 });
    await expect(one.verify(await sign({ ...right, ...wrong }))).rejects.toMatchObject(refused);
  });

  it.each(['', 'x', 'a.b.c', '..'])('refuses the malformed token "%s"', async (token) => {
    await expect(verifier().verify(token)).rejects.toMatchObject(refused);
  });

  it('accepts tokens of both keys during a key rotation', async () => {
    const next = Buffer.alloc(32, 2);
    const both = new PrincipalVerifier(`${principalPublicKey(SEED)}, ${principalPublicKey(next)}`, 'reviews');
    const principal = buildPrincipal();
    await expect(both.verify(await signer.sign(principal, 'reviews'))).resolves.toEqual(principal);
    await expect(both.verify(await new PrincipalSigner(next).sign(principal, 'reviews'))).resolves.toEqual(
      principal,
    );
    const third = new PrincipalSigner(Buffer.alloc(32, 3));
    await expect(both.verify(await third.sign(principal, 'reviews'))).rejects.toMatchObject(refused);
  });
});

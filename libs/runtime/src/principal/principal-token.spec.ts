import { generateKeyPairSync, randomBytes } from 'node:crypto';
import type { Principal } from '@plaudit/contracts';
import { buildPrincipal, eventually } from '@plaudit/testing';
import { SignJWT } from 'jose';
import { PrincipalSigner, PrincipalVerifier, principalPublicKey } from './principal-token';

const SEED = Buffer.alloc(32, 1);
const signer = new PrincipalSigner(SEED);
const verifier = () => new PrincipalVerifier(principalPublicKey(SEED));
const refused = { code: 'invalid_key', status: 401 };
const encoded = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

describe('a principal token', () => {
  it('carries the principal', async () => {
    const principal: Principal = buildPrincipal({ account_id: 7, scopes: ['reviews:read'] });
    await expect(verifier().verify(await signer.sign(principal))).resolves.toEqual(principal);
  });

  it('has a public key of 43 characters', () => {
    // RFC 8032, 7.1, test 1.
    const seed = Buffer.from('9d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60', 'hex');
    expect(principalPublicKey(seed)).toBe('11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo');
  });

  it('is refused when somebody else signed it', async () => {
    const forged = await new PrincipalSigner(randomBytes(32)).sign(buildPrincipal());
    await expect(verifier().verify(forged)).rejects.toMatchObject(refused);
  });

  it('is refused when its principal was altered', async () => {
    const [head, , signature] = (await signer.sign(buildPrincipal())).split('.');
    const claims = {
      iss: 'plaudit-gateway',
      exp: 9_999_999_999,
      principal: buildPrincipal({ account_id: 8 }),
    };
    await expect(verifier().verify(`${head}.${encoded(claims)}.${signature}`)).rejects.toMatchObject(refused);
  });

  it('is refused once it has expired', async () => {
    const anHourAgo = new Date(Date.now() - 3_600_000);
    await expect(verifier().verify(await signer.sign(buildPrincipal(), anHourAgo))).rejects.toMatchObject(
      refused,
    );
  });

  it('is remembered once it was verified, and not before', async () => {
    const believer = verifier();
    const token = await signer.sign(buildPrincipal());
    expect(believer.recall(token)).toBeUndefined();
    const principal = await believer.verify(token);
    expect(believer.recall(token)).toBe(principal);
  });

  it('is not remembered past its end', async () => {
    const believer = verifier();
    const verdictOn = (token: string) =>
      believer.verify(token).then(
        () => 'believed',
        () => 'refused',
      );
    let token = '';
    // A token that ended before the first look at it, on a machine that stood still, is followed by another one.
    const first = async () => verdictOn((token = await signer.sign(buildPrincipal(), new Date(), 2)));
    await eventually(first, (it) => it === 'believed', 'a token to be believed');
    await eventually(
      () => verdictOn(token),
      (it) => it === 'refused',
      'the token to end',
    );
    expect(believer.recall(token)).toBeUndefined();
  });

  it.each(['none', 'None', 'HS256'])('is refused with the algorithm %s', async (alg) => {
    const claims = { iss: 'plaudit-gateway', exp: 9_999_999_999, principal: buildPrincipal() };
    await expect(verifier().verify(`${encoded({ alg })}.${encoded(claims)}.`)).rejects.toMatchObject(refused);
  });

  it('is refused when it is signed with the public key as an HMAC secret', async () => {
    const token = await new SignJWT({ principal: buildPrincipal() })
      .setProtectedHeader({ alg: 'HS256' })
      .setIssuer('plaudit-gateway')
      .setExpirationTime('1m')
      .sign(Buffer.from(principalPublicKey(SEED), 'base64url'));
    await expect(verifier().verify(token)).rejects.toMatchObject(refused);
  });

  it.each([
    ['another issuer', (token: SignJWT) => token.setIssuer('somebody').setExpirationTime('1m')],
    ['no issuer', (token: SignJWT) => token.setExpirationTime('1m')],
    ['no end', (token: SignJWT) => token.setIssuer('plaudit-gateway')],
  ])('is refused with %s, although the key is ours', async (_name, complete) => {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519');
    const x = publicKey.export({ format: 'jwk' }).x as string;
    const token = new SignJWT({ principal: buildPrincipal() }).setProtectedHeader({ alg: 'EdDSA' });
    const signed = await complete(token).sign(privateKey);
    await expect(new PrincipalVerifier(x).verify(signed)).rejects.toMatchObject(refused);
  });

  it.each(['', 'x', 'a.b.c', '..'])('is not "%s"', async (token) => {
    await expect(verifier().verify(token)).rejects.toMatchObject(refused);
  });

  it('is believed under either key while they rotate', async () => {
    const next = Buffer.alloc(32, 2);
    const both = new PrincipalVerifier(`${principalPublicKey(SEED)}, ${principalPublicKey(next)}`);
    const principal = buildPrincipal();
    await expect(both.verify(await signer.sign(principal))).resolves.toEqual(principal);
    await expect(both.verify(await new PrincipalSigner(next).sign(principal))).resolves.toEqual(principal);
    const third = new PrincipalSigner(Buffer.alloc(32, 3));
    await expect(both.verify(await third.sign(principal))).rejects.toMatchObject(refused);
  });
});

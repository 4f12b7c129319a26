import { assertFullAdmin, assertMayForward, makerOf } from './maker';
import { type Principal, UNLIMITED } from './principal';
import { effectiveScopes } from './scopes';

const KEY: Principal = {
  account_id: 1,
  sub_account_id: 2,
  main: false,
  key_id: 3,
  role: 'admin',
  scopes: [],
  limits: UNLIMITED,
  names: { actor: 'Website', company: 'Acme Agency', sub_account: 'Harbour Bakery' },
};
const USER: Principal = {
  ...KEY,
  key_id: null,
  user_id: 5,
  session: { ref: 'ref', by_link: false, has_proof: false },
};
const END = '2027-01-31T18:00:00.000Z';

function refusal(principal: Principal, check = assertMayForward): unknown {
  try {
    check(principal, 'url');
  } catch (error) {
    return error;
  }
  return null;
}

describe('makerOf', () => {
  it('returns the key or the user with the name that the gateway sent', () => {
    expect(makerOf(KEY)).toEqual({ type: 'key', id: 3, name: 'Website' });
    expect(makerOf(USER)).toEqual({ type: 'user', id: 5, name: 'Website' });
  });

  it('throws for a principal without a key or user', () => {
    expect(() => makerOf({ ...KEY, key_id: null })).toThrow('makes nothing');
  });
});

describe('assertMayForward', () => {
  it('accepts a key that never expires and a user who signed in with the password', () => {
    expect(refusal(KEY)).toBeNull();
    expect(refusal(USER)).toBeNull();
  });

  it('refuses a key that expires and says until when it works', () => {
    expect(refusal({ ...KEY, ends_on: END })).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('This key expires on 2027-01-31 18:00:00, and url would go on'),
      details: { field: 'url', required: 'expires_on' },
    });
  });

  it('refuses a session whose link comes from a key that expires, even with a proof', () => {
    const session = { ref: 'ref', by_link: true, has_proof: true };
    expect(refusal({ ...USER, session, ends_on: END })).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('sign in with your password'),
    });
  });

  it('asks a session that began with a link for the password', () => {
    const session = { ref: 'ref', by_link: true, has_proof: false };
    expect(refusal({ ...USER, session })).toMatchObject({
      code: 'proof_required',
      details: { field: 'url' },
    });
    expect(refusal({ ...USER, session: { ...session, has_proof: true } })).toBeNull();
  });
});

describe('assertFullAdmin', () => {
  const scopes = effectiveScopes('admin', true, []);
  const admin: Principal = { ...KEY, scopes };

  it('accepts a key and a user with every right', () => {
    expect(refusal(admin, assertFullAdmin)).toBeNull();
    expect(refusal({ ...USER, scopes }, assertFullAdmin)).toBeNull();
  });

  it.each<[string, Partial<Principal>, string]>([
    ['an editor', { role: 'editor' }, 'admin'],
    ['a narrowed key', { scopes: ['account:manage'] }, 'reviews:read'],
    [
      'an admin without account management',
      { scopes: effectiveScopes('admin', false, []) },
      'account:manage',
    ],
    ['a key that expires', { ends_on: END }, 'expires_on'],
    ['a key for some addresses', { ip_bound: true }, 'allowed_ips'],
  ])('refuses %s', (_who, lack, required) => {
    expect(refusal({ ...admin, ...lack }, assertFullAdmin)).toMatchObject({
      code: 'forbidden',
      message: expect.stringContaining('url needs an admin with every right'),
      details: { field: 'url', required },
    });
  });

  it('advises a user of a link to sign in with the password', () => {
    expect(refusal({ ...USER, scopes, ip_bound: true }, assertFullAdmin)).toMatchObject({
      message:
        'url needs an admin with every right, and the key of your link has allowed_ips; sign in with your password.',
    });
  });
});

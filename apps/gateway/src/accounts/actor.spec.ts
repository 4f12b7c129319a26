import { ApiError, effectiveScopes, type Role, ROLE_SCOPES, type Scope } from '@plaudit/contracts';
import * as fc from 'fast-check';
import { assertAllowedIpsWithin, assertExpiresNoLater } from '../keys/key-bounds';
import { assertGrantable } from '../keys/key-grant';
import {
  type Actor,
  type BoundedActor,
  type KeyBounds,
  operatorOf,
  reaches,
  requireAdmin,
  requireAllRights,
  requireMain,
  requireRightsOver,
  requireUnbounded,
  type Rights,
  rightsOfKey,
  rightsOfUser,
  UNBOUNDED,
} from './actor';

const ROLES: readonly Role[] = ['admin', 'editor', 'user'];
const EXPIRY = new Date('2027-01-31T18:00:00Z');
const EVERY_SCOPE: readonly Scope[] = [...ROLE_SCOPES.admin, 'account:manage'];

interface KeyOf {
  role: Role;
  account_management: boolean;
  scopes: Scope[];
}

function actor({ role, account_management, scopes }: KeyOf, place: Partial<Actor> = {}): Actor {
  return {
    accountId: 1,
    subAccountId: 5,
    main: true,
    role,
    scopes: effectiveScopes(role, account_management, scopes),
    keyId: 9,
    userId: null,
    ...place,
  };
}

const key = (role: Role, scopes: Scope[] = []): KeyOf => ({ role, account_management: true, scopes });
const plain = (role: Role): KeyOf => ({ role, account_management: false, scopes: [] });

/** Returns false if the check throws 403, and throws any other error. */
function allows(check: () => void): boolean {
  try {
    check();
    return true;
  } catch (error) {
    if (error instanceof ApiError && error.code === 'forbidden') return false;
    throw error;
  }
}

const anyKey: fc.Arbitrary<KeyOf> = fc.record({
  role: fc.constantFrom(...ROLES),
  account_management: fc.boolean(),
  scopes: fc.subarray([...EVERY_SCOPE]),
});

/** The actors of the table. An actor manages the account, so each has account:manage. */
const ACTORS = {
  admin: key('admin'),
  'narrowed admin': key('admin', ['account:manage', 'reviews:read']),
  editor: key('editor'),
  user: key('user'),
  'narrowed user': key('user', ['account:manage']),
};

/** The targets of the table, each with the actors that may create, change, demote and delete it. */
const TARGETS: Record<string, { rights: Rights; allowed: (keyof typeof ACTORS)[] }> = {
  'an admin key': { rights: rightsOfKey(key('admin')), allowed: ['admin'] },
  'an admin key without account management': { rights: rightsOfKey(plain('admin')), allowed: ['admin'] },
  'an admin key narrowed to reviews:read': {
    rights: rightsOfKey(key('admin', ['reviews:read'])),
    allowed: ['admin', 'narrowed admin'],
  },
  'an editor key': { rights: rightsOfKey(plain('editor')), allowed: ['admin', 'editor'] },
  'an editor key narrowed to account:manage': {
    rights: rightsOfKey(key('editor', ['account:manage'])),
    allowed: ['admin', 'narrowed admin', 'editor'],
  },
  'a user key': { rights: rightsOfKey(plain('user')), allowed: ['admin', 'editor', 'user'] },
  'a user key narrowed to account:manage': {
    rights: rightsOfKey(key('user', ['account:manage'])),
    allowed: ['admin', 'narrowed admin', 'editor', 'user', 'narrowed user'],
  },
  'an admin who signs in': { rights: rightsOfUser('admin'), allowed: ['admin'] },
  'an editor who signs in': {
    rights: rightsOfUser('editor'),
    allowed: ['admin', 'narrowed admin', 'editor'],
  },
  'a user who signs in': {
    rights: rightsOfUser('user'),
    allowed: ['admin', 'narrowed admin', 'editor', 'user', 'narrowed user'],
  },
};

describe('requireRightsOver', () => {
  const cells = Object.entries(TARGETS).flatMap(([target, { rights, allowed }]) =>
    (Object.keys(ACTORS) as (keyof typeof ACTORS)[]).map(
      (name) => [allowed.includes(name) ? 'lets' : 'does not let', name, target, rights] as const,
    ),
  );

  it.each(cells)('%s a key of %s manage %s', (verdict, name, _target, rights) => {
    expect(allows(() => requireRightsOver(actor(ACTORS[name]), rights))).toBe(verdict === 'lets');
  });

  it('lets the operator manage everything', () => {
    const operator = operatorOf({ account_id: 1, sub_account_id: 5 });
    for (const { rights } of Object.values(TARGETS))
      expect(allows(() => requireRightsOver(operator, rights))).toBe(true);
  });

  it('lets a key end exactly the keys that it could create', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (mine, theirs) => {
        const whole: readonly Scope[] = effectiveScopes(theirs.role, theirs.account_management, []);
        const grant = {
          ...theirs,
          scopes: theirs.scopes.filter((scope) => whole.includes(scope)),
          sub_account_id: 5,
        };
        const creates = allows(() => assertGrantable(actor(mine), grant));
        expect(allows(() => requireRightsOver(actor(mine), rightsOfKey(grant)))).toBe(creates);
      }),
    );
  });

  it('lets a key manage itself, and nothing that has a higher role or a scope that it lacks', () => {
    fc.assert(
      fc.property(anyKey, anyKey, (mine, theirs) => {
        expect(allows(() => requireRightsOver(actor(mine), rightsOfKey(mine)))).toBe(true);
        const [own, other] = [rightsOfKey(mine), rightsOfKey(theirs)];
        const isHigher = ROLES.indexOf(theirs.role) < ROLES.indexOf(mine.role);
        const isWider = other.scopes.some((scope) => !own.scopes.includes(scope));
        expect(allows(() => requireRightsOver(actor(mine), other))).toBe(!isHigher && !isWider);
      }),
    );
  });
});

describe('requireAllRights', () => {
  it.each([
    ['lets', 'admin'],
    ['does not let', 'narrowed admin'],
    ['does not let', 'editor'],
    ['does not let', 'user'],
    ['does not let', 'narrowed user'],
  ] as const)('%s a key of %s do what could take over the account', (verdict, name) => {
    expect(allows(() => requireAllRights(actor(ACTORS[name])))).toBe(verdict === 'lets');
  });
});

describe('requireUnbounded', () => {
  it('refuses a key that expires or is limited to addresses, and names the reason', () => {
    const check = (bounds: Partial<KeyBounds>) => (): void =>
      requireUnbounded({ actor: { keyId: 9 }, bounds: { ...UNBOUNDED, ...bounds } });
    expect(check({})).not.toThrow();
    expect(check({ expiresOn: EXPIRY })).toThrow(/expires on 2027-01-31 18:00:00/);
    expect(check({ allowedIps: ['192.0.2.7'] })).toThrow(/allowed_ips/);
  });
});

describe('a refusal', () => {
  const bounded = (caller: Actor, bounds: Partial<KeyBounds>): BoundedActor => ({
    actor: caller,
    bounds: { ...UNBOUNDED, ...bounds },
  });
  const CHECKS: [string, (caller: Actor) => void][] = [
    ['outside the main sub account', requireMain],
    ['of a lower role', requireAdmin],
    ['of a lower role than the target', (caller) => requireRightsOver(caller, rightsOfUser('admin'))],
    ['without a scope of the target', (caller) => requireRightsOver(caller, rightsOfKey(key('user')))],
    ['with an expiry', (caller) => requireUnbounded(bounded(caller, { expiresOn: EXPIRY }))],
    ['with addresses', (caller) => requireUnbounded(bounded(caller, { allowedIps: ['192.0.2.7'] }))],
    ['of a later expiry', (caller) => assertExpiresNoLater(bounded(caller, { expiresOn: EXPIRY }), null)],
    [
      'of more addresses',
      (caller) => assertAllowedIpsWithin(bounded(caller, { allowedIps: ['192.0.2.7'] }), []),
    ],
    ['of a key elsewhere', (caller) => assertGrantable(caller, { ...plain('user'), sub_account_id: 6 })],
  ];

  it.each(CHECKS)('%s tells a key to use another key, and a person what a person can do', (_what, check) => {
    const place = { main: false };
    const ofKey = actor(plain('user'), place);
    const ofPerson = actor(plain('user'), { ...place, keyId: null, userId: 3 });
    expect(() => check(ofKey)).toThrow(/\bkey\b/);
    expect(() => check(ofPerson)).toThrow(ApiError);
    expect(() => check(ofPerson)).not.toThrow(
      /(use|needs) (a|the) key|your key|this key|sends this request/i,
    );
  });
});

describe('reaches', () => {
  it.each([
    [true, 'the main sub account', [], true],
    [true, 'the main sub account', [5], true],
    [true, 'the main sub account', [6, 7], true],
    [false, 'another sub account', [], false],
    [true, 'another sub account', [5], false],
    [false, 'another sub account', [1], false],
    [false, 'another sub account', [5, 6], false],
  ])('returns %s for a key of %s and the sub accounts %j', (expected, _place, subAccounts, main) => {
    expect(reaches(actor(key('admin'), { main }), subAccounts)).toBe(expected);
  });
});

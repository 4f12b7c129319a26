import type { Role } from '@plaudit/contracts';
import type { EnteredSession } from './entered-session.read-model';
import { principalOf, sessionRefOf } from './session-principal';

const MAIN = { id: 5, name: 'Acme', main: true, properties: null };
const OTHER = { id: 6, name: 'Harbour Bakery', main: false, properties: 0 };

function session(role: Role, subAccounts: number[]): EnteredSession {
  return {
    hash: Buffer.alloc(32),
    host: 'plaudit.localhost',
    last_seen_on: new Date(0),
    expires_on: new Date(1),
    proved_on: null,
    remembered: false,
    key_id: null,
    user_id: 9,
    email: 'person@example.com',
    role,
    sub_accounts: subAccounts,
    account_id: 1,
    two_factor_on: null,
    require_two_factor: false,
    plan: 'trial',
    limits: null,
    company_name: 'Acme Agency',
    key_expires_on: null,
    key_ip_bound: false,
    entered: null,
  };
}

describe('principalOf', () => {
  it('makes an admin of the whole account the main sub account, and manager of every sub account', () => {
    expect(principalOf(session('admin', []), MAIN, false)).toMatchObject({
      account_id: 1,
      sub_account_id: 5,
      main: true,
      key_id: null,
      user_id: 9,
      scopes: expect.arrayContaining(['account:manage', 'channels:write']),
    });
    expect(principalOf(session('admin', []), OTHER, false)).toMatchObject({
      sub_account_id: 6,
      main: false,
      scopes: expect.arrayContaining(['account:manage']),
      limits: expect.objectContaining({ properties: 0 }),
    });
  });

  it('lets an admin of single sub accounts manage each of them except the main one', () => {
    expect(principalOf(session('admin', [5, 6]), OTHER, false).scopes).toContain('account:manage');
    const inMain = principalOf(session('admin', [5, 6]), MAIN, false);
    expect(inMain).toMatchObject({ sub_account_id: 5, main: false });
    expect(inMain.scopes).not.toContain('account:manage');
  });

  it.each<Role>(['editor', 'user'])('gives the role %s no account management', (role) => {
    expect(principalOf(session(role, []), MAIN, false).scopes).not.toContain('account:manage');
  });

  it('names who acts and where, and says how the session began', () => {
    const end = new Date(86_400_000);
    const byLink = { ...session('user', []), key_id: 3, key_expires_on: end };
    expect(principalOf(byLink, OTHER, true)).toMatchObject({
      names: { actor: 'person@example.com', company: 'Acme Agency', sub_account: 'Harbour Bakery' },
      session: { ref: sessionRefOf(byLink), by_link: true, has_proof: true },
      ends_on: end.toISOString(),
    });
    expect(principalOf(session('user', []), OTHER, false)).not.toHaveProperty('ends_on');
    expect(principalOf({ ...byLink, key_ip_bound: true }, OTHER, true)).toHaveProperty('ip_bound', true);
    expect(sessionRefOf(byLink)).not.toContain(byLink.hash.toString('base64url'));
  });
});

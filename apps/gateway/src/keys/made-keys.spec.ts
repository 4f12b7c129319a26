import type { Role, Scope } from '@plaudit/contracts';
import { exceedsOwner } from './made-keys';

const MAIN = 1;
const BRANCH = 5;

const key = (role: Role, fields: { manages?: boolean; scopes?: Scope[]; at?: number } = {}) => ({
  role,
  account_management: fields.manages ?? false,
  scopes: fields.scopes ?? [],
  sub_account_id: fields.at ?? BRANCH,
  main: fields.at === MAIN,
});

describe('exceedsOwner', () => {
  it.each([
    [false, 'an admin', { role: 'admin', sub_accounts: [] }, key('admin', { manages: true, at: MAIN })],
    [
      false,
      'an admin of the branch',
      { role: 'admin', sub_accounts: [BRANCH] },
      key('admin', { manages: true }),
    ],
    [true, 'an admin of another branch', { role: 'admin', sub_accounts: [6] }, key('user')],
    [true, 'an admin of the branch', { role: 'admin', sub_accounts: [BRANCH] }, key('user', { at: MAIN })],
    [true, 'an admin of the main one', { role: 'admin', sub_accounts: [MAIN] }, key('user', { at: MAIN })],
    [true, 'an editor', { role: 'editor', sub_accounts: [] }, key('admin')],
    [true, 'an editor', { role: 'editor', sub_accounts: [] }, key('admin', { scopes: ['reviews:read'] })],
    [true, 'an editor', { role: 'editor', sub_accounts: [] }, key('user', { manages: true })],
    [false, 'an editor', { role: 'editor', sub_accounts: [] }, key('editor')],
    [
      false,
      'an editor',
      { role: 'editor', sub_accounts: [] },
      key('user', { manages: true, scopes: ['reviews:read'] }),
    ],
    [true, 'a user', { role: 'user', sub_accounts: [] }, key('editor', { scopes: ['reviews:read'] })],
    [false, 'a user', { role: 'user', sub_accounts: [BRANCH] }, key('user')],
  ] as const)('returns %s for %s', (expected, _who, owner, made) => {
    expect(exceedsOwner({ ...made, scopes: [...made.scopes] }, owner)).toBe(expected);
  });
});

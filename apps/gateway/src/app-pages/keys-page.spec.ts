import { type KeyLine, keysPage } from './keys-page';

const VISITOR = {
  email: 'noa@example.com',
  role: 'admin' as const,
  sub_accounts: [],
  two_factor_on: null,
  require_two_factor: false,
  hasMailbox: false,
};
const KEY: KeyLine = {
  id: 31,
  name: 'Website',
  prefix: 'rk_8fJ2kQ0v',
  role: 'editor',
  account_management: false,
  scopes: [],
  sub_account_id: 12,
  expires_on: null,
  last_used_on: null,
};
const SUB_ACCOUNTS = [{ id: 12, name: 'Harbour Bakery' }];
const PAGE = {
  visitor: VISITOR,
  keys: [],
  cursor: 0,
  nextCursor: null,
  owners: SUB_ACCOUNTS,
  subAccounts: SUB_ACCOUNTS,
  search: null,
};

function cellsOf(key: Partial<KeyLine>): string[] {
  const page = keysPage({ ...PAGE, keys: [{ ...KEY, ...key }] });
  return [...page.matchAll(/<td>([^<]*)<\/td>/g)].map(([, text = '']) => text);
}

describe('keysPage', () => {
  it('shows the allowed addresses and the creator of a key, escaped', () => {
    const cells = cellsOf({
      allowed_ips: ['203.0.113.7', '2001:db8::/32'],
      created_by: { type: 'user', name: '<b>noa' },
    });
    expect(cells).toEqual(expect.arrayContaining(['203.0.113.7, 2001:db8::/32', '&lt;b&gt;noa']));
  });

  it.each([
    [{ type: 'operator', name: null }, 'operator'],
    [null, 'unknown'],
    [undefined, 'unknown'],
  ])('shows the creator %j as %s, and a key without a list as open to all addresses', (created_by, shown) => {
    expect(cellsOf({ created_by })).toEqual(expect.arrayContaining(['all', shown]));
  });

  it('asks only users with two-factor sign-in for a code', () => {
    const pageFor = (two_factor_on: Date | null): string =>
      keysPage({ ...PAGE, visitor: { ...VISITOR, two_factor_on } });
    expect(pageFor(null)).not.toContain('name="code"');
    expect(pageFor(new Date(0))).toContain('name="code"');
  });

  it.each([
    [null, ['/app/keys', '/app/keys?cursor=31']],
    ['', ['/app/keys', '/app/keys?cursor=31']],
    [
      'Bäcker & "Co',
      ['/app/keys?q=B%C3%A4cker+%26+%22Co', '/app/keys?cursor=31&amp;q=B%C3%A4cker+%26+%22Co'],
    ],
  ])('keeps the search %j in its links to other pages', (search, links) => {
    const page = keysPage({ ...PAGE, cursor: 5, nextCursor: 31, search });
    const paths = [...page.matchAll(/<a href="([^"]*)">(?:First|More) keys/g)].map(([, path]) => path);
    expect(paths).toEqual(links);
  });
});

import { ROLE_IDS } from '@plaudit/contracts';
import { type Html, html } from './html';
import { pageLayout } from './page-layout';
import { scrollTable } from './scroll-table';
import { proofFields } from './security/proof-fields';
import { signedInBar, type Visitor } from './signed-in-bar';

/** The same default as in the API. It has the fewest rights, so a key with all rights must be chosen explicitly. */
const DEFAULT_ROLE = 'user';

export interface KeyLine {
  id: number;
  name: string;
  prefix: string;
  role: string;
  account_management: boolean;
  scopes: readonly string[];
  sub_account_id: number;
  expires_on: string | null;
  last_used_on: string | null;
  /** Addresses and networks that may use the key. An empty list means all. */
  allowed_ips?: readonly string[];
  /** Who created the key, or null if that is not known. */
  created_by?: { type: string; name: string | null } | null;
}

interface SubAccountName {
  id: number;
  name: string;
}

/** One page of the keys that a user manages. */
export interface ManagedKeys {
  visitor: Visitor;
  keys: readonly KeyLine[];
  /** The cursor of this page; 0 on the first one. */
  cursor: number;
  nextCursor: number | null;
  /** The sub accounts of the keys. */
  owners: readonly SubAccountName[];
  /** The sub accounts that a new key can belong to. */
  subAccounts: readonly SubAccountName[];
  /** The text that the names of `subAccounts` contain. Null if the page lists all of them. */
  search: string | null;
}

/** `keys` is null if the user may not manage keys. */
export type KeysPage = ManagedKeys | { visitor: Visitor; keys: null };

export function keysPage(page: KeysPage): string {
  const { visitor } = page;
  const body =
    page.keys === null
      ? html`<p>Only administrators of your account can manage API keys.</p>`
      : keyManagement(page);
  return pageLayout({ view: 'keys', title: 'API keys', header: signedInBar(visitor, 'keys'), body });
}

function keyManagement({ keys, owners, subAccounts, ...page }: ManagedKeys): Html {
  const names = new Map(owners.map(({ id, name }) => [id, name]));
  return html`${page.search === null ? '' : searchForm(page.search)} ${form(subAccounts, page.visitor)}
  ${table(keys, names)} ${pageLinks(page)}`;
}

function searchForm(text: string): Html {
  return html`<form method="get" action="/app/keys">
    <label>Find a sub account <input name="q" type="search" maxlength="191" value="${text}" /></label>
    <button>Find</button>
  </form>`;
}

function pageLinks({
  cursor,
  nextCursor,
  search,
}: Omit<ManagedKeys, 'keys' | 'owners' | 'subAccounts'>): Html {
  const first = cursor === 0 ? '' : html`<a href="${pathOf(null, search)}">First keys</a> `;
  const next = nextCursor === null ? '' : html`<a href="${pathOf(nextCursor, search)}">More keys</a>`;
  return html`<p>${first}${next}</p>`;
}

/** Returns the path of a page of keys with the same search. */
function pathOf(cursor: number | null, search: string | null): string {
  const query = new URLSearchParams();
  if (cursor !== null) query.set('cursor', String(cursor));
  if (search) query.set('q', search);
  return query.size === 0 ? '/app/keys' : `/app/keys?${query.toString()}`;
}

function form(subAccounts: readonly SubAccountName[], visitor: Visitor): Html {
  const roles = Object.keys(ROLE_IDS).map((role) =>
    role === DEFAULT_ROLE ? html`<option selected>${role}</option>` : html`<option>${role}</option>`,
  );
  const subAccountOptions = subAccounts.map(({ id, name }) => html`<option value="${id}">${name}</option>`);
  return html`<form id="new-key">
      <label>Name <input name="name" required maxlength="100" autocomplete="off" /></label>
      <label
        >Role
        <select name="role">
          ${roles}
        </select></label
      >
      <label
        >Sub account
        <select name="sub_account_id">
          ${subAccountOptions}
        </select></label
      >
      <label>Expires on <input name="expires_on" type="date" /></label>
      <label
        >Allowed addresses
        <input
          name="allowed_ips"
          maxlength="4000"
          placeholder="all, or 203.0.113.7, 2001:db8::/32"
          spellcheck="false"
          autocomplete="off"
      /></label>
      <label class="check"><input name="account_management" type="checkbox" /> Account management</label>
      <fieldset id="proof" hidden disabled>
        <legend>An admin key and a key with account management need your sign-in again</legend>
        ${proofFields(visitor)}
      </fieldset>
      <button>Create key</button>
    </form>
    <div class="secret" id="made" hidden>
      <p>Copy the new key now. It is not shown again.</p>
      <p><code id="secret"></code></p>
      <p><a href="/app/keys">Done</a></p>
    </div>`;
}

function table(keys: readonly KeyLine[], names: ReadonlyMap<number, string>): Html {
  if (keys.length === 0) return html`<p>There are no keys yet.</p>`;
  const lines = keys.map(
    (key) =>
      html`<tr>
        <td>${key.name}</td>
        <td><code>${key.prefix}…</code></td>
        <td>${rights(key)}</td>
        <td>${names.get(key.sub_account_id) ?? key.sub_account_id}</td>
        <td>${key.allowed_ips?.join(', ') || 'all'}</td>
        <td>${key.created_by?.name ?? key.created_by?.type ?? 'unknown'}</td>
        <td>${key.last_used_on ?? 'never'}</td>
        <td>${key.expires_on ?? 'never'}</td>
        <td><button type="button" data-key="${key.id}" data-name="${key.name}">Delete</button></td>
      </tr>`,
  );
  return scrollTable({
    label: 'API keys',
    columns: [
      'Name',
      'Key',
      'Rights',
      'Sub account',
      'Addresses',
      'Created by',
      'Last used',
      'Expires',
      'Delete',
    ],
    lines,
  });
}

function rights({ role, account_management, scopes }: KeyLine): string {
  const management = account_management ? ', account management' : '';
  return scopes.length > 0 ? `${role}${management}, only ${scopes.join(', ')}` : `${role}${management}`;
}

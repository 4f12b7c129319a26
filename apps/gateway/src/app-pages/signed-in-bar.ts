import { mustSetUpTwoFactor } from '../sessions/session';
import { managesAccount, type SignedInVisitor } from './signed-in-user';
import { type Html, html } from './html';

const PAGES = { keys: 'API keys', security: 'Security', account: 'Account', mailbox: 'Mailbox' };
type PageName = keyof typeof PAGES;

export type Visitor = Pick<
  SignedInVisitor,
  'email' | 'role' | 'sub_accounts' | 'two_factor_on' | 'require_two_factor' | 'hasMailbox'
>;

/** Returns the head of the pages for signed-in users: links to the pages that they may open, and the sign-out button. */
export function signedInBar(visitor: Visitor, current: PageName): Html {
  const links = pagesOf(visitor).map((name) =>
    name === current
      ? html`<a href="/app/${name}" aria-current="page">${PAGES[name]}</a>`
      : html`<a href="/app/${name}">${PAGES[name]}</a>`,
  );
  return html`<header class="bar">
    <nav aria-label="Pages">${links}</nav>
    <span>Signed in as ${visitor.email}</span>
    <button id="sign-out" type="button">Sign out</button>
  </header>`;
}

function pagesOf(visitor: Visitor): PageName[] {
  if (mustSetUpTwoFactor(visitor)) return ['security'];
  const pages: PageName[] = managesAccount(visitor) ? ['keys', 'security', 'account'] : ['keys', 'security'];
  return visitor.hasMailbox ? [...pages, 'mailbox'] : pages;
}

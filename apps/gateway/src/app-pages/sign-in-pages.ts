import { html } from './html';
import { pageLayout } from './page-layout';
import { codeField } from './security/proof-fields';

/** Returns the page with the sign-in form. The script shows the second step to users with two-factor sign-in. */
export function signInPage(): string {
  const body = html`<form id="sign-in" method="post">
    <div class="fields" id="credentials">
      <label>Email <input name="email" type="email" autocomplete="username" required autofocus /></label>
      <label
        >Password <input name="password" type="password" autocomplete="current-password" required
      /></label>
      <label hidden
        >Account
        <select name="account_id" disabled></select
      ></label>
    </div>
    <fieldset id="second-step" hidden disabled>
      <legend>Two-factor sign-in</legend>
      ${codeField('Code of your authenticator app, or a recovery code')}
    </fieldset>
    <button>Sign in</button>
    <button id="start-again" type="button" hidden>Start again</button>
  </form>`;
  return pageLayout({ view: 'sign-in', title: 'Sign in', body });
}

/**
 * Returns the page that a one-time link opens. The token is in the fragment of the URL, which only the script can read.
 * The page asks before it signs in, so that a link from a stranger cannot move a user to the stranger's account
 * unnoticed. It names no account, because only the token tells which one it is.
 */
export function oneTimeLinkPage(signedInAs: string | null): string {
  const status = signedInAs
    ? html`<p>You are signed in as ${signedInAs}. The link that you opened starts a new sign-in.</p>
        <form id="confirm">
          <button>Continue with the link</button> <a href="/app/keys">Stay signed in as ${signedInAs}</a>
        </form>`
    : html`<p>You opened a sign-in link. Continue only if you asked for it a moment ago.</p>
        <form id="confirm"><button>Sign in</button></form>`;
  const otherWay = html`<p id="other-way" hidden>
    A sign-in link works once, within one minute.
    <a href="/app/sign-in">Sign in with your password</a> instead.
  </p>`;
  return pageLayout({ view: 'once', title: 'Sign in', body: html`${status}${otherWay}` });
}

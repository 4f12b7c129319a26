import { html } from './html';
import { pageLayout } from './page-layout';

/** Where a password is asked for. */
export function signInPage(): string {
  const form = html`<form id="sign-in" method="post">
    <label>Email <input name="email" type="email" autocomplete="username" required autofocus /></label>
    <label>Password <input name="password" type="password" autocomplete="current-password" required /></label>
    <button>Sign in</button>
  </form>`;
  return pageLayout('sign-in', 'Sign in', form);
}

/**
 * Where a one-time link leads. Its token is in the fragment, which only the script sees. Whoever is signed in already is
 * asked first: a link from a stranger must not put them into the stranger's account unawares.
 */
export function oncePage(signedInAs: string | null): string {
  const question = signedInAs
    ? html`<p>You are signed in as ${signedInAs}. The link you followed signs you in anew.</p>
        <form id="switch">
          <button>Continue with the link</button> <a href="/app/keys">Stay signed in as ${signedInAs}</a>
        </form>`
    : html`<p>Signing you in …</p>`;
  const otherWay = html`<p id="other-way" hidden>
    Links work once and for a minute. <a href="/app/sign-in">Sign in with your password</a> instead.
  </p>`;
  return pageLayout('once', 'Sign in', html`${question}${otherWay}`);
}

import { MAX_PASSWORD_LENGTH, MIN_PASSWORD_LENGTH } from '../../users/password';
import type { OwnSessionResponse } from '../../own-sign-in/own-sessions.service';
import { mustSetUpTwoFactor } from '../../sessions/session';
import { type Html, html } from '../html';
import { pageLayout } from '../page-layout';
import { scrollTable } from '../scroll-table';
import { signedInBar, type Visitor } from '../signed-in-bar';
import { codeField, passwordField, userNameField } from './proof-fields';

export interface SecurityPage {
  visitor: Visitor;
  sessions: readonly OwnSessionResponse[];
  /** How many recovery codes the user has left. */
  recoveryCodes: number;
}

/** Returns the page on which users change their password, two-factor sign-in and sessions. */
export function securityPage({ visitor, sessions, recoveryCodes }: SecurityPage): string {
  const twoFactor =
    visitor.two_factor_on === null ? twoFactorOff(visitor.email) : twoFactorOn(visitor.email, recoveryCodes);
  const body = mustSetUpTwoFactor(visitor)
    ? html`<p>Your account requires two-factor sign-in of administrators. Set it up to continue.</p>
        ${twoFactor}`
    : [passwordSection(visitor.email), twoFactor, sessionsSection(sessions)];
  return pageLayout({
    view: 'security',
    title: 'Security',
    header: signedInBar(visitor, 'security'),
    body: html`${body}`,
  });
}

function passwordSection(email: string): Html {
  return html`<section>
    <h2>Password</h2>
    <p>A new password signs you out in every other browser.</p>
    <form id="password">
      ${userNameField(email)} ${passwordField('current_password', 'Current password')}
      <label
        >New password, at least ${MIN_PASSWORD_LENGTH} characters
        <input
          name="new_password"
          type="password"
          autocomplete="new-password"
          minlength="${MIN_PASSWORD_LENGTH}"
          maxlength="${MAX_PASSWORD_LENGTH}"
          required
      /></label>
      <button>Change password</button>
    </form>
  </section>`;
}

function twoFactorOff(email: string): Html {
  return html`<section>
    <h2>Two-factor sign-in</h2>
    <div id="two-factor-off">
      <p>
        Two-factor sign-in is <strong>off</strong>. When it is on, a sign-in also needs a code from an
        authenticator app on your phone.
      </p>
      <form id="two-factor-start">
        ${userNameField(email)} ${passwordField('password', 'Current password')}
        <button>Set up</button>
      </form>
    </div>
    <div id="two-factor-setup" hidden>
      <p>Scan the QR code with your authenticator app, or type this secret into it.</p>
      <p><img id="qr-code" alt="QR code of the secret" width="220" height="220" /></p>
      <p><code id="two-factor-secret"></code></p>
      <form id="two-factor-confirm">
        ${codeField('Code that the app shows')}
        <button>Switch on</button>
      </form>
    </div>
    ${newRecoveryCodes()}
  </section>`;
}

function twoFactorOn(email: string, recoveryCodes: number): Html {
  return html`<section>
    <h2>Two-factor sign-in</h2>
    <p>Two-factor sign-in is <strong>on</strong>. Recovery codes left: ${recoveryCodes}.</p>
    <form id="two-factor-change">
      ${userNameField(email)} ${passwordField('password', 'Current password')}
      ${codeField('Code of the app, or a recovery code')}
      <button value="recovery_codes">New recovery codes</button>
      <button value="switch_off">Switch off</button>
    </form>
    ${newRecoveryCodes()}
  </section>`;
}

function newRecoveryCodes(): Html {
  return html`<div class="secret" id="new-codes" tabindex="-1" hidden>
    <p>
      Save these recovery codes now. They are not shown again. Each works once, in place of a code of the app.
    </p>
    <ul id="recovery-codes"></ul>
    <p><a href="/app/security">Done</a></p>
  </div>`;
}

function sessionsSection(sessions: readonly OwnSessionResponse[]): Html {
  const table = scrollTable({
    label: 'Sessions',
    columns: ['Browser', 'Host', 'Network', 'Signed in (UTC)', 'Last seen (UTC)', 'Ends (UTC)', 'End'],
    lines: sessions.map(sessionLine),
  });
  return html`<section>
    <h2>Sessions</h2>
    ${table}
    <p><button id="end-sessions" type="button">Sign out everywhere</button></p>
  </section>`;
}

function sessionLine(session: OwnSessionResponse): Html {
  const end = session.current
    ? html`This browser`
    : html`<button
        type="button"
        data-session="${session.id}"
        aria-label="End the session of ${session.created_on}"
      >
        End
      </button>`;
  return html`<tr>
    <td class="wide">${session.agent || 'unknown'}</td>
    <td>${session.host}</td>
    <td>${session.network}</td>
    <td><time>${session.created_on}</time></td>
    <td><time>${session.last_seen_on}</time></td>
    <td><time>${session.expires_on}</time></td>
    <td>${end}</td>
  </tr>`;
}

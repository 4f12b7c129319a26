import { type Html, html } from '../html';
import { pageLayout } from '../page-layout';
import { signedInBar, type Visitor } from '../signed-in-bar';
import type { AccountSwitches } from './session-account.service';

export interface AccountPage {
  visitor: Visitor;
  switches: AccountSwitches;
}

/** Returns the page on which an admin of the whole account switches the API and the two-factor rule. */
export function accountPage({ visitor, switches }: AccountPage): string {
  const body = html`${apiSection(switches.api_enabled)}
  ${twoFactorSection(switches.require_two_factor, visitor.two_factor_on !== null)}`;
  return pageLayout({
    view: 'account',
    title: 'Account',
    header: signedInBar(visitor, 'account'),
    body,
  });
}

function apiSection(enabled: boolean): Html {
  return html`<section>
    <h2>API</h2>
    <p>
      The API is <strong>${enabled ? 'on' : 'off'}</strong>. While it is off, every API key of your account is
      refused. Widgets stay visible.
    </p>
    ${switchButton('api_enabled', enabled, 'the API')}
  </section>`;
}

function twoFactorSection(required: boolean, has: boolean): Html {
  const first = html`<p><a href="/app/security">Switch it on for yourself</a> before you require it.</p>`;
  return html`<section>
    <h2>Two-factor sign-in of administrators</h2>
    <p>
      Two-factor sign-in is <strong>${required ? 'required' : 'optional'}</strong> for administrators. While
      it is required, administrators without it can only set it up. API keys are not affected.
    </p>
    ${required || has ? switchButton('require_two_factor', required, 'the requirement') : first}
  </section>`;
}

/** The confirmation that the script asks for is in `data-question`. */
function switchButton(name: keyof AccountSwitches, on: boolean, what: string): Html {
  const question =
    name === 'api_enabled' && on
      ? 'Switch off the API? Every key of the account stops working immediately.'
      : '';
  return html`<button
    type="button"
    data-switch="${name}"
    data-value="${String(!on)}"
    data-question="${question}"
  >
    Switch ${what} ${on ? 'off' : 'on'}
  </button>`;
}

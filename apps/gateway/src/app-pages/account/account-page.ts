import { type Html, html } from '../html';
import { pageLayout } from '../page-layout';
import { proofFields } from '../security/proof-fields';
import { signedInBar, type Visitor } from '../signed-in-bar';
import { type AccountSwitches, needsProof } from './session-account.service';

export interface AccountPage {
  visitor: Visitor;
  switches: AccountSwitches;
}

/** Returns the page on which an admin of the whole account switches the API and the two-factor rule. */
export function accountPage({ visitor, switches }: AccountPage): string {
  const body = html`${apiSection(switches.api_enabled, visitor)}
  ${twoFactorSection(switches.require_two_factor, visitor)}`;
  return pageLayout({
    view: 'account',
    title: 'Account',
    header: signedInBar(visitor, 'account'),
    body,
  });
}

function apiSection(enabled: boolean, visitor: Visitor): Html {
  return html`<section>
    <h2>API</h2>
    <p>
      The API is <strong>${enabled ? 'on' : 'off'}</strong>. While it is off, every API key of your account is
      refused. Widgets stay visible.
    </p>
    ${switchForm({ api_enabled: !enabled }, 'the API', visitor)}
  </section>`;
}

function twoFactorSection(required: boolean, visitor: Visitor): Html {
  const first = html`<p><a href="/app/security">Switch it on for yourself</a> before you require it.</p>`;
  return html`<section>
    <h2>Two-factor sign-in of administrators</h2>
    <p>
      Two-factor sign-in is <strong>${required ? 'required' : 'optional'}</strong> for administrators. While
      it is required, administrators without it can only set it up. API keys are not affected.
    </p>
    ${
      required || visitor.two_factor_on !== null
        ? switchForm({ require_two_factor: !required }, 'the requirement', visitor)
        : first
    }
  </section>`;
}

/** The script asks for the confirmation in `data-question`. */
function switchForm(change: Partial<AccountSwitches>, what: string, visitor: Visitor): Html {
  const [[name, on]] = Object.entries(change) as [[keyof AccountSwitches, boolean]];
  const question =
    name === 'api_enabled' && !on
      ? 'Switch off the API? Every key of the account stops working immediately.'
      : '';
  return html`<form id="${name}" data-value="${String(on)}" data-question="${question}">
    ${needsProof(change) ? proofFields(visitor) : ''}
    <button>Switch ${what} ${on ? 'on' : 'off'}</button>
  </form>`;
}

import { MAX_CODE_LENGTH, MAX_TYPED_PASSWORD_LENGTH } from '../../sign-in/sign-in.dto';
import { type Html, html } from '../html';
import type { Visitor } from '../signed-in-bar';

/** Returns a hidden field from which password managers learn whose password a form asks for. It is not sent. */
export function userNameField(email: string): Html {
  return html`<input autocomplete="username" value="${email}" readonly hidden />`;
}

/** Returns the field for the current password of the signed-in user. */
export function passwordField(name: string, label: string): Html {
  return html`<label
    >${label}
    <input
      name="${name}"
      type="password"
      autocomplete="current-password"
      maxlength="${MAX_TYPED_PASSWORD_LENGTH}"
      required
  /></label>`;
}

/** Returns the field for a code. It is a text field, because recovery codes contain letters. */
export function codeField(label: string): Html {
  return html`<label
    >${label}
    <input
      name="code"
      autocomplete="one-time-code"
      maxlength="${MAX_CODE_LENGTH}"
      spellcheck="false"
      required
  /></label>`;
}

/** Returns the fields for the proof that a signed-in user is still the one who signed in. */
export function proofFields({ email, two_factor_on }: Visitor): Html {
  return html`${userNameField(email)} ${passwordField('password', 'Your password')}
  ${two_factor_on === null ? '' : codeField('Code of your authenticator app')}`;
}

import { maskedRecipient } from './masked-recipient';
import { actionOf } from './unsubscribe-form';

const FORM = 'application/x-www-form-urlencoded';

describe('actionOf', () => {
  it.each([
    [FORM, 'action=confirm', 'confirm'],
    [`${FORM}; charset=UTF-8`, 'action=undo', 'undo'],
    [FORM, 'List-Unsubscribe=One-Click', 'one_click'],
    [FORM, 'action=delete', 'one_click'],
    [FORM, '', 'one_click'],
    [FORM, `action=undo&x=${'x'.repeat(300)}`, 'one_click'],
    ['multipart/form-data; boundary=b', 'action=undo', 'one_click'],
    ['application/json', '{"action":"undo"}', 'one_click'],
    [undefined, 'action=undo', 'one_click'],
  ])('reads of %s with %s the action %s', (type, body, action) => {
    expect(actionOf(type, Buffer.from(body))).toBe(action);
  });
});

describe('maskedRecipient', () => {
  it.each([
    ['email', 'noa@example.com', 'n•••@example.com'],
    ['email', '"a@b"@example.com', '"•••@example.com'],
    ['sms', '+33612345678', '•••678'],
    ['email', '', '•••'],
  ] as const)('shows of the %s %s only %s', (type, recipient, masked) => {
    expect(maskedRecipient(type, recipient)).toBe(masked);
  });
});

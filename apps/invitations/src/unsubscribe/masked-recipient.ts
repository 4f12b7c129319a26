import type { InviteType } from '../requests/request';

/** Returns a recipient as its owner recognises it and others cannot read it. Returns dots after the person was erased. */
export function maskedRecipient(type: InviteType, recipient: string): string {
  if (recipient === '') return '•••';
  if (type === 'sms') return `•••${recipient.slice(-3)}`;
  const at = recipient.lastIndexOf('@');
  const [first = ''] = recipient;
  return `${first}•••${recipient.slice(at)}`;
}

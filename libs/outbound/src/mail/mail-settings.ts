import { createPrivateKey } from 'node:crypto';
import { parseUrl, readDomain, readEmailAddress, trimInvisible } from '@plaudit/contracts';

/** The settings of mail. MailEnv has this shape. */
export interface MailSettings {
  SMTP_URL?: string;
  MAIL_FROM?: string;
  DKIM_DOMAIN?: string;
  DKIM_SELECTOR?: string;
  DKIM_PRIVATE_KEY?: string;
}

export interface Mailbox {
  name: string;
  address: string;
}

export interface DkimKey {
  /** In ASCII and lower case. */
  domainName: string;
  keySelector: string;
  privateKey: string;
}

const NAMED = /^\s*"?([^"<>]*?)"?\s*<\s*([^<>\s]+)\s*>\s*$/;

/** Reads `Name <address>` or a bare address, and returns it with its domain in ASCII, or the reason why it is none. */
export function readMailbox(text: string): Mailbox | { fault: string } {
  const trimmed = trimInvisible(text);
  const [, name = '', given = trimmed] = NAMED.exec(trimmed) ?? [];
  const read = readEmailAddress(given, { local: true });
  return 'fault' in read ? read : { name: name.trim(), address: read.address };
}

/** Returns the domain of an address in lower case. */
export function domainOf(address: string): string {
  return address.slice(address.lastIndexOf('@') + 1).toLowerCase();
}

/** Returns the key that signs mails, or null if the settings have none or its domain is none. */
export function dkimKey({ DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY }: MailSettings): DkimKey | null {
  if (!DKIM_DOMAIN || !DKIM_SELECTOR || !DKIM_PRIVATE_KEY) return null;
  const domainName = dkimDomain(DKIM_DOMAIN);
  if (domainName === null) return null;
  return {
    domainName,
    keySelector: DKIM_SELECTOR,
    privateKey: DKIM_PRIVATE_KEY.replaceAll('\\n', '\n'),
  };
}

/** Returns what is wrong with the settings of mail, one sentence for each. No sentence repeats a secret. */
export function mailProblems(settings: MailSettings): string[] {
  const { SMTP_URL, MAIL_FROM, DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY } = settings;
  const problems: string[] = [];
  if (SMTP_URL && !MAIL_FROM) problems.push('MAIL_FROM must be set, because SMTP_URL is set');
  if (SMTP_URL && !parseUrl(SMTP_URL)) problems.push('SMTP_URL must be an smtp:// or smtps:// URL');
  const from = MAIL_FROM ? readMailbox(MAIL_FROM) : null;
  if (from && 'fault' in from)
    problems.push(
      `MAIL_FROM ${from.fault}; a name may stand before it, as in "Plaudit <reviews@example.com>"`,
    );
  const dkim = [DKIM_DOMAIN, DKIM_SELECTOR, DKIM_PRIVATE_KEY].filter(Boolean);
  if (dkim.length > 0 && dkim.length < 3)
    problems.push('DKIM_DOMAIN, DKIM_SELECTOR and DKIM_PRIVATE_KEY must be set together');
  if (DKIM_DOMAIN && dkimDomain(DKIM_DOMAIN) === null)
    problems.push('DKIM_DOMAIN must be a domain such as example.com');
  const key = dkimKey(settings);
  if (key && !isPrivateKey(key.privateKey)) problems.push('DKIM_PRIVATE_KEY must be a private key in PEM');
  return problems;
}

function dkimDomain(text: string): string | null {
  return readDomain(trimInvisible(text), { local: true });
}

function isPrivateKey(pem: string): boolean {
  try {
    const { asymmetricKeyType } = createPrivateKey(pem);
    return asymmetricKeyType === 'rsa' || asymmetricKeyType === 'ed25519';
  } catch {
    return false;
  }
}

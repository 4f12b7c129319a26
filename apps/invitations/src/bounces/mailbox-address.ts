/** Where the mailbox of bounces is. */
export interface MailboxAddress {
  host: string;
  port: number;
  /** TLS from the first byte. */
  secure: boolean;
  /** True if the connection must become TLS before the password is sent. False on this machine. */
  startTls: boolean;
  user: string;
  password: string;
  folder: string;
}

const LOOPBACK = /^(localhost|127\.\d{1,3}\.\d{1,3}\.\d{1,3}|\[::1\])$/;

/** Reads `imaps://user:password@host:993/Folder`. Throws URIError or TypeError for any other text. */
export function mailboxAddressOf(text: string): MailboxAddress {
  const url = new URL(text);
  const secure = url.protocol === 'imaps:';
  return {
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: url.port === '' ? (secure ? 993 : 143) : Number(url.port),
    secure,
    startTls: !secure && !LOOPBACK.test(url.hostname),
    user: decodeURIComponent(url.username),
    password: decodeURIComponent(url.password),
    folder: decodeURIComponent(url.pathname.slice(1)) || 'INBOX',
  };
}

/** Returns what is wrong with BOUNCE_IMAP_URL, as a sentence in a list. */
export function mailboxProblems(text: string | undefined): string[] {
  if (text === undefined) return [];
  try {
    const { host, user, password } = mailboxAddressOf(text);
    if (host !== '' && user !== '' && password !== '') return [];
  } catch {
    // The sentence below says it.
  }
  return [
    'BOUNCE_IMAP_URL must be an address such as imaps://user:password@mail.example.com/INBOX, with user and password percent-encoded',
  ];
}

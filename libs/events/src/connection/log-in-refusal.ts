import { ErrorCode } from 'nats';
import type { NatsSettings } from './nats-connection';

/** What the server says when it knows the client and does not let it in. A timeout of the log-in is not a refusal. */
const REFUSED_BY_SERVER = new Set<string | undefined>([
  ErrorCode.AuthorizationViolation,
  ErrorCode.AuthenticationExpired,
  ErrorCode.AccountExpired,
]);

/** The codes by which Node and OpenSSL refuse a certificate, and that of nats.js for a file that it cannot read. */
const REFUSED_BY_TLS =
  /^(TLS|EPROTO|ERR_(TLS|SSL|OSSL)_.*|CERT_.*|UNABLE_TO_.*|.*SELF_SIGNED_CERT.*|INVALID_CA|HOSTNAME_MISMATCH)$/;

const UNREADABLE = new Set<string | undefined>(['ENOENT', 'EACCES', 'EISDIR']);

/**
 * Returns why a log-in cannot succeed before somebody changes a setting, or null for an error that says nothing about it, such
 * as a server that is away. The text names the setting and contains no secret.
 */
export function refusalOf(error: { code?: string; message?: string }, settings: NatsSettings): string | null {
  const { code = '', message = '' } = error;
  const { what, setting } = credentialsOf(settings);
  if (REFUSED_BY_SERVER.has(code)) return `NATS refused ${what} (${code}). Check ${setting}.`;
  if (UNREADABLE.has(code) && (settings.creds ?? settings.nkeySeedFile))
    return `${setting} could not be read (${message}).`;
  if (REFUSED_BY_TLS.test(code)) {
    return `The TLS of NATS was refused (${message || code}). Check NATS_TLS_CA, NATS_TLS_CERT and NATS_TLS_KEY.`;
  }
  return null;
}

function credentialsOf({ service, url, creds, nkeySeedFile, user, password }: NatsSettings): {
  what: string;
  setting: string;
} {
  if (creds) return { what: `the credentials of the service ${service}`, setting: 'NATS_CREDS' };
  if (nkeySeedFile) return { what: `the NKey of the service ${service}`, setting: 'NATS_NKEY_SEED_FILE' };
  const first = new URL((url.split(',')[0] as string).trim());
  const name = user ?? decodeURIComponent(first.username);
  // A user without a password is a token, which is a secret.
  const isUser = name !== '' && (password ?? first.password) !== '';
  if (isUser) return { what: `the user ${name}`, setting: 'the password in NATS_URL' };
  return { what: `${name ? 'the token of ' : ''}the service ${service}`, setting: 'NATS_URL' };
}

import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { ownValue, SERVICE_NAMES } from '@plaudit/contracts';
import { passwordVariable } from '../provisioning/provision';

export type Settings = Readonly<Record<string, string | undefined>>;

/** The settings whose value is a secret, of services and of commands. Each can be in a file that `<NAME>_FILE` names. */
export const SECRET_SETTINGS: readonly string[] = [
  'DATABASE_URL',
  'DATABASE_DIRECT_URL',
  'DATABASE_ADMIN_URL',
  'NATS_URL',
  'SECRETS_KEY',
  'SECRETS_KEY_PREVIOUS',
  'BOOTSTRAP_API_KEY',
  'BOOTSTRAP_PASSWORD',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'SMTP_URL',
  'MAILBOX_URL',
  'DKIM_PRIVATE_KEY',
  'TWILIO_AUTH_TOKEN',
  'VONAGE_API_KEY',
  'VONAGE_API_SECRET',
  'VONAGE_SIGNATURE_SECRET',
  'BIRD_ACCESS_KEY',
  'BIRD_SIGNING_KEY',
  'AWS_SECRET_ACCESS_KEY',
  'MAILGUN_WEBHOOK_SIGNING_KEY',
  'POSTMARK_WEBHOOK_SECRET',
  'BREVO_WEBHOOK_SECRET',
  'BOUNCE_WEBHOOK_SECRET',
  'BOUNCE_IMAP_URL',
  'AI_API_KEY',
  'TRANSLATE_API_KEY',
  'ETSY_API_KEY',
  'GOOGLE_PLACES_API_KEY',
  'TRIPADVISOR_API_KEY',
  'TRUSTPILOT_API_KEY',
  'YELP_API_KEY',
  'EBAY_CLIENT_SECRET',
  'FACEBOOK_CLIENT_SECRET',
  'GOOGLE_BUSINESS_CLIENT_SECRET',
  'HELP_SCOUT_CLIENT_SECRET',
  'INTERCOM_CLIENT_SECRET',
  'ZENDESK_CLIENT_SECRET',
  ...SERVICE_NAMES.map(passwordVariable),
];

const MAX_BYTES = 65_536;

export interface ReadSettings {
  settings: Settings;
  /** What is wrong. Each line names the setting and the path, and never the content. */
  problems: string[];
}

/** Returns the settings with the content of each `<NAME>_FILE` as `<NAME>`. One line break at the end of a file is left out. */
export function readSecretFiles(given: Settings): ReadSettings {
  const settings: Record<string, string | undefined> = { ...given };
  const problems: string[] = [];
  for (const name of SECRET_SETTINGS) {
    const variable = `${name}_FILE`;
    const path = ownValue(given, variable);
    delete settings[variable];
    if (!path) continue;
    try {
      if (ownValue(given, name)) throw new FileError(`and ${name} are both set; set one`);
      settings[name] = secretIn(path);
    } catch (error) {
      problems.push(`${variable} ${reasonOf(error, path)}`);
    }
  }
  return { settings, problems };
}

/** The rest of a sentence that begins with the name of the setting. */
class FileError extends Error {}

function reasonOf(error: unknown, path: string): string {
  if (error instanceof FileError) return error.message;
  return `names ${path}, which cannot be read: ${(error as NodeJS.ErrnoException).code}`;
}

/** A pipe or a device might never end, so only a file is opened. */
function secretIn(path: string): string {
  if (!statSync(path).isFile()) throw new FileError(`names ${path}, which is not a file`);
  const buffer = Buffer.alloc(MAX_BYTES + 1);
  const descriptor = openSync(path, 'r');
  try {
    const bytes = readSync(descriptor, buffer);
    if (bytes > MAX_BYTES) throw new FileError(`names ${path}, which is larger than ${MAX_BYTES} bytes`);
    const text = buffer.toString('utf8', 0, bytes).replace(/\r?\n$/, '');
    if (text === '') throw new FileError(`names ${path}, which is empty`);
    return text;
  } finally {
    closeSync(descriptor);
  }
}

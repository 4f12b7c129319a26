import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import type { Settings } from '@plaudit/runtime';
import { catchMails } from './catch-mails';
import { MailStore } from './mail-store';
import { READER, serveMails } from './serve-mails';

const HOST = '127.0.0.1';
const FOLDER = 'mailbox';
const DEFAULT_SENDER = 'Plaudit <reviews@plaudit.localhost>';

export interface MailCatcher {
  /** What the services need to send mails to the catcher and to show them. */
  settings: Settings;
  close(): Promise<void>;
}

/** The settings stay as they are, and nothing was started. */
const NO_CATCHER: MailCatcher = { settings: {}, close: async () => undefined };

/**
 * Starts a mail server on this machine that delivers nothing: it keeps the newest mails in DATA_DIR, and the dashboard
 * shows them. Starts nothing if SMTP_URL is set.
 */
export async function startMailCatcher(env: Settings, dataDir: string): Promise<MailCatcher> {
  if (env.SMTP_URL) return NO_CATCHER;
  const password = randomBytes(24).toString('base64url');
  const store = await MailStore.open(join(dataDir, FOLDER));
  const smtp = await catchMails(store, HOST);
  const http = await serveMails(store, HOST, password).catch(async (error: unknown) => {
    await smtp.close();
    throw error;
  });
  return {
    settings: {
      SMTP_URL: `smtp://${HOST}:${smtp.port}`,
      MAIL_FROM: env.MAIL_FROM || DEFAULT_SENDER,
      MAILBOX_URL: `http://${READER}:${password}@${HOST}:${http.port}`,
    },
    close: async () => {
      await Promise.all([smtp.close(), http.close()]);
    },
  };
}

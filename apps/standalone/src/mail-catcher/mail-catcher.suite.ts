import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type MailCatcher, startMailCatcher } from './mail-catcher';

/** Starts a mail catcher whose folder is deleted when it is closed. */
export async function startTemporaryMailCatcher(): Promise<MailCatcher> {
  const folder = mkdtempSync(join(tmpdir(), 'plaudit-mails-'));
  const { settings, close } = await startMailCatcher({}, folder);
  const end = async (): Promise<void> => {
    await close();
    rmSync(folder, { recursive: true, force: true });
  };
  return { settings, close: end };
}

import { randomBytes } from 'node:crypto';
import { mkdir, open, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { CAUGHT_MAIL_ID, type CaughtMail } from '@plaudit/contracts';

/** How much the store keeps. The oldest mails go first. */
export interface MailLimits {
  mails: number;
  bytes: number;
}

export const MAIL_LIMITS: MailLimits = { mails: 200, bytes: 64 * 1024 * 1024 };

interface KeptMail extends CaughtMail {
  /** The size of the file. */
  bytes: number;
}

const MAX_HEAD_BYTES = 16 * 1024;
const ENDING = '.eml';

/** Keeps the newest mails as files in a folder, so that they survive a restart. Only the owner can read the files. */
export class MailStore {
  /** The oldest first. */
  private readonly mails = new Map<string, KeptMail>();
  private bytes = 0;
  private newest = 0;

  private constructor(
    private readonly folder: string,
    private readonly limits: MailLimits,
  ) {}

  static async open(folder: string, limits: MailLimits = MAIL_LIMITS): Promise<MailStore> {
    const store = new MailStore(folder, limits);
    await mkdir(folder, { recursive: true, mode: 0o700 });
    for (const name of (await readdir(folder)).sort()) {
      const id = name.slice(0, -ENDING.length);
      if (name.endsWith(ENDING) && CAUGHT_MAIL_ID.test(id))
        store.remember(await describe(id, join(folder, name)));
      // A crash left it while it was written.
      else await rm(join(folder, name), { force: true });
    }
    await store.evict();
    return store;
  }

  /** Stores a mail and returns when it is on the disk. */
  async add(raw: Buffer, receivedAt: Date): Promise<void> {
    // No two mails have the same time, so that the ids are in the order of arrival.
    this.newest = Math.max(this.newest + 1, receivedAt.getTime());
    const id = `${String(this.newest).padStart(13, '0')}-${randomBytes(4).toString('hex')}`;
    const file = this.fileOf(id);
    await writeFile(`${file}.part`, raw, { mode: 0o600, flag: 'wx' });
    await rename(`${file}.part`, file);
    this.remember(kept(id, raw.length, raw));
    await this.evict();
  }

  /** Returns all mails, the newest first. */
  list(): CaughtMail[] {
    return [...this.mails.values()].reverse().map(({ id, head }) => ({ id, head }));
  }

  /** Returns the bytes of a mail, or null if it is unknown or was dropped. */
  async read(id: string): Promise<Buffer | null> {
    if (!this.mails.has(id)) return null;
    return readFile(this.fileOf(id)).catch(() => null);
  }

  private remember(mail: KeptMail): void {
    this.mails.set(mail.id, mail);
    this.bytes += mail.bytes;
  }

  private async evict(): Promise<void> {
    for (const { id, bytes } of this.mails.values()) {
      if (this.mails.size <= this.limits.mails && this.bytes <= this.limits.bytes) return;
      this.mails.delete(id);
      this.bytes -= bytes;
      await rm(this.fileOf(id), { force: true });
    }
  }

  private fileOf(id: string): string {
    return join(this.folder, id + ENDING);
  }
}

async function describe(id: string, path: string): Promise<KeptMail> {
  const { size } = await stat(path);
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read({ buffer: Buffer.alloc(MAX_HEAD_BYTES) });
    return kept(id, size, buffer.subarray(0, bytesRead));
  } finally {
    await file.close();
  }
}

function kept(id: string, bytes: number, beginning: Buffer): KeptMail {
  const [head = ''] = beginning.toString('latin1', 0, MAX_HEAD_BYTES).split(/\r?\n\r?\n/, 1);
  return { id, bytes, head };
}

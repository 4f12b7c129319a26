import { Injectable, Logger, type OnApplicationBootstrap, type OnModuleDestroy } from '@nestjs/common';
import { thrownTrouble } from '@plaudit/database';
import { MailReportsService } from '../hooks/mail/mail-reports.service';
import { InvitationsEnv } from '../invitations.env';
import { type ReturnPath, returnPathOf } from '../mail/return-path';
import { BounceMailboxClient, type Mailbox } from './bounce-mailbox.client';
import { readDsn } from './dsn';

/** A run reads so many mails. The next one follows at once while there are more. */
const MAX_MAILS = 100;

/**
 * Reads bounces from a mailbox. Every replica may run it: a mail that two of them read changes something once. A mail is marked as
 * read after its reports are stored, so that a crash loses none.
 */
@Injectable()
export class BounceMailboxWorker implements OnApplicationBootstrap, OnModuleDestroy {
  private readonly logger = new Logger(BounceMailboxWorker.name);
  private readonly stopping = new AbortController();
  private readonly returnPath: ReturnPath | null;
  private timer: NodeJS.Timeout | undefined;
  private running: Promise<void> = Promise.resolve();

  constructor(
    private readonly env: InvitationsEnv,
    private readonly client: BounceMailboxClient,
    private readonly reports: MailReportsService,
  ) {
    this.returnPath = returnPathOf(env.MAIL_RETURN_PATH);
  }

  onApplicationBootstrap(): void {
    if (this.client.isConfigured) this.runAfter(0);
  }

  async onModuleDestroy(): Promise<void> {
    this.stopping.abort();
    clearTimeout(this.timer);
    await this.running;
  }

  private runAfter(ms: number): void {
    if (this.stopping.signal.aborted) return;
    this.timer = setTimeout(() => {
      this.running = this.run().then((hasMore) =>
        this.runAfter(hasMore ? 0 : this.env.BOUNCE_IMAP_SECONDS * 1_000),
      );
    }, ms);
  }

  /** Returns true if there may be more mails. */
  private async run(): Promise<boolean> {
    let read = 0;
    try {
      await this.client.open(async (mailbox) => {
        read = await this.readMails(mailbox);
      }, this.stopping.signal);
      return read === MAX_MAILS;
    } catch (error) {
      if (!this.stopping.signal.aborted) this.warn(error);
      return false;
    }
  }

  /** Returns how many mails were read and marked. */
  private async readMails(mailbox: Mailbox): Promise<number> {
    let read = 0;
    for (const id of await mailbox.unread(MAX_MAILS)) {
      this.stopping.signal.throwIfAborted();
      const source = await mailbox.source(id);
      if (source && !(await this.apply(source))) continue;
      await mailbox.markRead(id);
      read += 1;
    }
    return read;
  }

  /** Returns false for a mail whose reports cannot be stored. It stays unread, and the mails after it do not wait for it. */
  private async apply(source: Buffer): Promise<boolean> {
    try {
      await this.reports.apply(readDsn(source, this.returnPath), { strangers: true });
      return true;
    } catch (error) {
      if (thrownTrouble(error) !== null) throw error;
      this.warn(error);
      return false;
    }
  }

  /** Errors of the mail server may contain the name of the mailbox, so only their code is logged. */
  private warn(error: unknown): void {
    const { code, name } = error as { code?: unknown; name?: unknown };
    const reason = thrownTrouble(error) ?? (typeof code === 'string' ? code : name);
    this.logger.warn({ message: 'Could not read the mailbox of bounces', reason });
  }
}

import { Injectable, Logger } from '@nestjs/common';
import { afterCommit, type Tx } from '@plaudit/database';
import { domainOf } from '@plaudit/outbound/mail';
import { type BouncedMail, isTooHigh } from './bounce-fuse';
import { BounceFusesRepository, type CountedRate, type GoneMail } from './bounce-fuses.repository';

/**
 * Stops suppressing people when so many mails come back as unknown that the mail server is more likely wrong than the addresses. A
 * person decides then.
 */
@Injectable()
export class BounceFusesService {
  private readonly logger = new Logger(BounceFusesService.name);

  constructor(private readonly fuses: BounceFusesRepository) {}

  /**
   * Counts a mail that came back because the mailbox does not exist. Returns true if its person may be suppressed. Returns false if a
   * fuse is out, so that the mail waits for a decision. Call it while holding the locks of the person and of the request.
   */
  async maySuppress(tx: Tx, mail: BouncedMail, at: Date): Promise<boolean> {
    // The person was erased, and is suppressed already.
    if (mail.recipient === '') return true;
    const gone = { ...mail, server: domainOf(mail.recipient), at: mail.sent_on ?? at };
    await this.fuses.count(tx, gone);
    const open = await this.fuses.holdOpen(tx, gone);
    if (open !== null) return this.waitFor(tx, mail, open);
    const decision = await this.fuses.decisionOn(tx, gone);
    if (decision !== null) return decision;
    const [ofAccount, ofServer, ofOthers] = await this.fuses.rates(tx, gone);
    // An account sees its own numbers only, also if those of the others blow the fuse.
    const shown = isTooHigh(ofAccount) ? ofAccount : ofServer;
    const isBlown = isTooHigh(shown) || isTooHigh(ofOthers);
    return isBlown ? this.waitFor(tx, mail, await this.blow(tx, gone, shown)) : true;
  }

  private async waitFor(tx: Tx, { id }: BouncedMail, fuseId: number): Promise<false> {
    await this.fuses.attach(tx, id, fuseId);
    return false;
  }

  private async blow(tx: Tx, mail: GoneMail, rate: CountedRate): Promise<number> {
    const { id, isNew } = await this.fuses.blow(tx, mail, rate);
    if (isNew) {
      const { server, mails, gone } = rate;
      const message = 'Stopped suppressing people, because too many mails came back as unknown';
      const { sub_account_id } = mail;
      afterCommit(tx, () => this.logger.warn({ message, sub_account_id, server, mails, gone }));
    }
    return id;
  }
}

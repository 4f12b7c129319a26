import { Injectable } from '@nestjs/common';
import { Randomness } from '@plaudit/runtime';
import type { UserMail } from '../user-mails/user-mail';
import { MAX_MAIL_AGE_MS } from '../user-mails/mail-schedule';
import type { MailRowsRepository } from '../user-mails/mail-rows.repository';
import { SignInHostsService } from '../sign-in/sign-in-hosts.service';
import { generateToken, hashToken } from '../sign-in/sign-in-token';
import { PasswordResetsRepository } from './password-resets.repository';
import { invitationMail, type ResetLink, resetMail } from './reset-mail';
import { type ResetMail, ResetMailsRepository, type ResetRecipient } from './reset-mails.repository';

/** By then the person has asked for another link. */
const MAX_RESET_AGE_MS = 3_600_000;

/** Composes the mails with links for a new or first password. */
@Injectable()
export class ResetMailsService {
  readonly rows: MailRowsRepository<ResetMail>;

  constructor(
    private readonly mails: ResetMailsRepository,
    private readonly resets: PasswordResetsRepository,
    private readonly hosts: SignInHostsService,
    private readonly randomness: Randomness,
  ) {
    this.rows = mails.rows;
  }

  maxAgeMs({ invitation }: ResetMail): number {
    return invitation ? MAX_MAIL_AGE_MS : MAX_RESET_AGE_MS;
  }

  /**
   * Makes the links, which end the earlier ones, and returns the mail with them. Every attempt to send the mail makes new
   * ones, because only hashes are stored. So the link of an earlier mail ends even if the mail server refuses this one.
   * Returns null if the user was deleted.
   */
  async compose(mail: ResetMail): Promise<UserMail | null> {
    const recipients = await this.mails.recipientsOf(mail);
    const [first] = recipients;
    if (!first) return null;
    const { host, origin } =
      mail.white_label || mail.invitation ? await this.hosts.ofAccount(first.account_id) : this.hosts.own;
    const language = recipients.find((one) => one.language !== null)?.language ?? 'en';
    const links = await this.linksTo(recipients, origin);
    return {
      ...(mail.invitation ? invitationMail : resetMail)({ language, host, email: first.email, links }),
      address: first.email,
      id: `${mail.invitation ? 'invitation' : 'reset'}-${mail.id}.${mail.occurred_on.getTime()}`,
      date: mail.occurred_on,
      ...(mail.invitation && { readers: { accountId: first.account_id, userId: first.user_id } }),
    };
  }

  private async linksTo(recipients: readonly ResetRecipient[], origin: string): Promise<ResetLink[]> {
    const made = recipients.map(({ user_id: userId, account_id: accountId, since }) => {
      const token = generateToken((count) => this.randomness.bytes(count));
      return {
        userId,
        hash: hashToken(token),
        link: { accountId, since, url: `${origin}/app/reset#t=${token}` },
      };
    });
    await this.resets.save(made);
    return made.map(({ link }) => link);
  }
}

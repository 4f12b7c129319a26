import { Injectable } from '@nestjs/common';
import { Database, queryRows, type Tx } from '@plaudit/database';
import { MailRowsRepository } from '../user-mails/mail-rows.repository';
import type { Language } from '../users/languages';
import type { ResetMailEntity } from './reset-mail.entity';

export type ResetMail = Omit<ResetMailEntity, 'user'>;

/** A user who gets a link in a mail. */
export interface ResetRecipient {
  user_id: number;
  account_id: number;
  email: string;
  language: Language | null;
  /** The date on which the user was added. */
  since: string;
}

/** A new request starts a mail that waits anew. */
const REPLACE = `on conflict (user_id) do update set white_label = excluded.white_label,
  invitation = excluded.invitation, occurred_on = now(), due_at = now(), attempts = 0, lease_id = null, lease_until = null`;
/** The language of the admin of `u`'s account who was there first. */
const LANGUAGE_OF_ACCOUNT = `select mate.language from users mate
  where mate.account_id = u.account_id and mate.language is not null order by mate.role <> 'admin', mate.id limit 1`;
/** Nobody reads a mail with more links. */
const MAX_LINKS = 20;

@Injectable()
export class ResetMailsRepository {
  readonly rows: MailRowsRepository<ResetMail>;

  constructor(private readonly database: Database) {
    this.rows = new MailRowsRepository(database, 'reset_mails');
  }

  /**
   * Stores a mail to the user. It replaces a mail that waits, and one that is being sent now, so that the person gets the links
   * of the last request. Without a user it stores nothing but takes as long: it does not wait for the disk, because the time of
   * the response would reveal whether there is a user.
   */
  async add(tx: Tx, userId: number | null, whiteLabel: boolean): Promise<void> {
    await queryRows(tx, 'set local synchronous_commit = off');
    await queryRows(
      tx,
      `insert into reset_mails (user_id, white_label) select id, $2 from users where id = $1 ${REPLACE}`,
      [userId, whiteLabel],
    );
  }

  /** Stores a mail that invites the user, whose link works from now on. It replaces other mails as {@link add} does. */
  async addInvitation(tx: Tx, userId: number): Promise<void> {
    await queryRows(
      tx,
      `with invited as (update users set invited_on = now() where id = $1 returning id)
       insert into reset_mails (user_id, white_label, invitation) select id, false, true from invited ${REPLACE}`,
      [userId],
    );
  }

  /**
   * Returns the users whose passwords the mail can change, the one that it is addressed to first. Users who chose no language have that
   * of their account.
   */
  async recipientsOf({ user_id, white_label, invitation }: ResetMail): Promise<ResetRecipient[]> {
    return this.database.query<ResetRecipient>(
      `select u.id as user_id, u.account_id, u.email, coalesce(u.language, (${LANGUAGE_OF_ACCOUNT})) as language,
         to_char(u.created_on at time zone 'UTC', 'YYYY-MM-DD') as since
         from users first join users u on lower(u.email) = lower(first.email)
        where first.id = $1 and (not $2 or u.id = first.id)
        order by u.id <> first.id, u.id limit ${MAX_LINKS}`,
      [user_id, white_label || invitation],
    );
  }
}

import { IsInt, IsOptional, IsString, Matches, Max, Min } from 'class-validator';
import { EnvNumber } from './env-decorators';
import { ServiceEnv } from './service-env';

/** Settings of a service that sends mails. Services of one deployment have the same values, so that their mails have one sender. */
export class MailEnv extends ServiceEnv {
  /**
   * The mail server, such as smtps://user:password@mail.example.com. Without it, no mail is sent: neither invitations, nor
   * mails to admins whose webhook was switched off because of its endpoint.
   */
  @IsOptional()
  @Matches(/^smtps?:\/\/\S+$/, { message: 'SMTP_URL must be an smtp:// or smtps:// URL' })
  SMTP_URL?: string;

  /**
   * The address of the mail catcher that SMTP_URL leads to. Its mails are kept there and sent to nobody: the dashboard says so, and shows
   * them to the users of their sub accounts. `npm start` sets it if SMTP_URL is not set, so that the product can be tried without a mail
   * server.
   */
  @IsOptional()
  @Matches(/^http:\/\/[^\s/]+$/, { message: 'MAILBOX_URL must be an http:// address without a path' })
  MAILBOX_URL?: string;

  /** The sender of mails, such as "Plaudit <reviews@example.com>". It also gets the reports of mails that bounce. */
  @IsOptional()
  @IsString()
  MAIL_FROM?: string;

  /** Milliseconds to wait for the connection to the mail server, and for its greeting. */
  @EnvNumber()
  @IsInt()
  @Min(10)
  @Max(120_000)
  SMTP_CONNECT_TIMEOUT_MS = 10_000;

  /** Milliseconds to wait for an answer of the mail server. */
  @EnvNumber()
  @IsInt()
  @Min(10)
  @Max(120_000)
  SMTP_ANSWER_TIMEOUT_MS = 60_000;

  /** The domain that signs mails with DKIM, also an international one. It needs DKIM_SELECTOR and DKIM_PRIVATE_KEY. */
  @IsOptional()
  @IsString()
  DKIM_DOMAIN?: string;

  /** The selector of the key, whose public part is at `<selector>._domainkey.<domain>`. */
  @IsOptional()
  @Matches(/^[a-z0-9._-]+$/i, { message: 'DKIM_SELECTOR must be a selector such as plaudit' })
  DKIM_SELECTOR?: string;

  /** The private key in PEM, RSA or Ed25519. Each line break may be written as a backslash and an n. */
  @IsOptional()
  @IsString()
  DKIM_PRIVATE_KEY?: string;
}

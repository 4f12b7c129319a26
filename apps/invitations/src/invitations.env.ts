import { outboundProblems } from '@plaudit/outbound';
import { mailProblems } from '@plaudit/outbound/mail';
import { EnvNumber, EnvServiceUrl, MailEnv } from '@plaudit/runtime';
import { IsEmail, IsIn, IsInt, IsOptional, IsString, Matches, Max, Min, MinLength } from 'class-validator';
import { mailboxProblems } from './bounces/mailbox-address';
import { sendgridProblems } from './hooks/mail/sendgrid-hook';
import { returnPathProblems } from './mail/return-path';
import { SMS_PROVIDERS, type SmsProviderName } from './sms/sms';
import { smsProblems } from './sms/sms-settings';

/** Topics of Amazon SNS with commas between them, or nothing. */
const TOPIC_ARNS =
  /^\s*$|^\s*arn:[\w-]+:sns:[\w-]+:\d{12}:[\w.-]+(\s*,\s*arn:[\w-]+:sns:[\w-]+:\d{12}:[\w.-]+)*\s*$/;

export class InvitationsEnv extends MailEnv {
  /** What a missing answer to a mail means: it was sent, or it is sent once more with the same Message-ID. */
  @IsIn(['assume_sent', 'retry'])
  SMTP_UNKNOWN: 'assume_sent' | 'retry' = 'assume_sent';

  /** Mails per minute of this process. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  SMTP_PER_MINUTE = 60;

  /** Mails per minute of this process to one domain of recipients. 0 means no limit. */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(1_000_000)
  SMTP_DOMAIN_PER_MINUTE = 60;

  /**
   * The maximum number of conversations with the mail server at once for due mails, and as many for those that clients send at once. With 0
   * the process sends no mails.
   */
  @EnvNumber()
  @IsInt()
  @Min(0)
  @Max(256)
  SMTP_CONNECTIONS = 16;

  /** Seconds without messages after the connection to the mail server or the SMS provider has failed five times in a row. */
  @EnvNumber()
  @Min(0.1)
  @Max(3_600)
  SMTP_PAUSE_SECONDS = 60;

  /** The mailbox that mail programs without one-click unsubscription write to. Without it, mails name only the link. */
  @IsOptional()
  @IsEmail({}, { message: 'MAIL_UNSUBSCRIBE_ADDRESS must be an email address' })
  MAIL_UNSUBSCRIBE_ADDRESS?: string;

  /** The provider of SMS: none, log (hands messages to nobody, for trying out), twilio, vonage, bird or sns. */
  @IsIn(SMS_PROVIDERS)
  SMS_PROVIDER: SmsProviderName = 'none';

  /** The sender of SMS whose settings profile names none: a number in E.164, or 3 to 11 letters and digits. */
  @IsOptional()
  @Matches(/^(\+[1-9]\d{6,14}|\d{3,8}|(?=.*[A-Za-z])[A-Za-z0-9 ]{3,11})$/, {
    message: 'SMS_FROM must be a number such as +15005550006, or 3 to 11 letters and digits',
  })
  SMS_FROM?: string;

  /** Milliseconds within which the provider of SMS must answer. A message without an answer counts as sent, unconfirmed. */
  @EnvNumber()
  @IsInt()
  @Min(100)
  @Max(60_000)
  SMS_TIMEOUT_MS = 15_000;

  /** The account at Twilio. */
  @IsOptional()
  @Matches(/^\w{2,64}$/, { message: 'TWILIO_ACCOUNT_SID must be letters and digits' })
  TWILIO_ACCOUNT_SID?: string;

  /** The auth token of the Twilio account. It also checks the signatures of /hooks/sms/twilio. */
  @IsOptional()
  @IsString()
  TWILIO_AUTH_TOKEN?: string;

  /** The messaging service that chooses the sender of SMS whose settings profile names none. Wins over SMS_FROM. */
  @IsOptional()
  @IsString()
  TWILIO_MESSAGING_SERVICE_SID?: string;

  /** The WhatsApp number at Twilio, in E.164. */
  @IsOptional()
  @Matches(/^\+[1-9]\d{6,14}$/, { message: 'TWILIO_WHATSAPP_FROM must be a number such as +15005550006' })
  TWILIO_WHATSAPP_FROM?: string;

  /** The API key of the Vonage account. */
  @IsOptional()
  @IsString()
  VONAGE_API_KEY?: string;

  /** The API secret of the Vonage account. */
  @IsOptional()
  @IsString()
  VONAGE_API_SECRET?: string;

  /** The signature secret of the Vonage account, which checks the tokens of /hooks/sms/vonage. */
  @IsOptional()
  @IsString()
  VONAGE_SIGNATURE_SECRET?: string;

  /** The access key of the Bird (MessageBird) account. */
  @IsOptional()
  @IsString()
  BIRD_ACCESS_KEY?: string;

  /** The signing key of the Bird account, which checks the tokens of /hooks/sms/bird. */
  @IsOptional()
  @IsString()
  BIRD_SIGNING_KEY?: string;

  /** The region of Amazon SNS, such as eu-west-1. */
  @IsOptional()
  @Matches(/^[a-z]{2}(-[a-z]+)+-\d$/, { message: 'AWS_REGION must be a region such as eu-west-1' })
  AWS_REGION?: string;

  /** The access key that may publish to phones with Amazon SNS. */
  @IsOptional()
  @IsString()
  AWS_ACCESS_KEY_ID?: string;

  /** The secret of AWS_ACCESS_KEY_ID. */
  @IsOptional()
  @IsString()
  AWS_SECRET_ACCESS_KEY?: string;

  /** Comma-separated topics of Amazon SNS from which /hooks/sms/sns takes the answers of people. */
  @Matches(TOPIC_ARNS, {
    message: 'SMS_TOPIC_ARNS must be topics such as arn:aws:sns:eu-west-1:123456789012:replies',
  })
  SMS_TOPIC_ARNS = '';

  /** Comma-separated topics of Amazon SNS from which /hooks/mail/ses takes the bounces and complaints of Amazon SES. */
  @Matches(TOPIC_ARNS, {
    message: 'SES_TOPIC_ARNS must be topics such as arn:aws:sns:eu-west-1:123456789012:bounces',
  })
  SES_TOPIC_ARNS = '';

  /** The verification key of SendGrid's event webhook, which checks the signatures of /hooks/mail/sendgrid. */
  @IsOptional()
  @Matches(/^[A-Za-z0-9+/=]{64,400}$/, {
    message: 'SENDGRID_WEBHOOK_PUBLIC_KEY must be a public key in base64',
  })
  SENDGRID_WEBHOOK_PUBLIC_KEY?: string;

  /** The webhook signing key of Mailgun, which checks the signatures of /hooks/mail/mailgun. */
  @IsOptional()
  @IsString()
  MAILGUN_WEBHOOK_SIGNING_KEY?: string;

  /** The password of basic authentication, or the bearer token, with which Postmark calls /hooks/mail/postmark. */
  @IsOptional()
  @MinLength(16)
  POSTMARK_WEBHOOK_SECRET?: string;

  /** The password of basic authentication, or the bearer token, with which Brevo calls /hooks/mail/brevo. */
  @IsOptional()
  @MinLength(16)
  BREVO_WEBHOOK_SECRET?: string;

  /** The bearer token, or the header X-Webhook-Secret, with which another system reports bounces to /hooks/bounce. */
  @IsOptional()
  @MinLength(16)
  BOUNCE_WEBHOOK_SECRET?: string;

  /**
   * The address that mails come back to, such as bounces@bounce.example.com. Each mail is sent from an address of its own:
   * bounces+901.k3v9x2ab@bounce.example.com, or another form with `{tag}` in its place. Without it, bounces go to MAIL_FROM.
   */
  @IsOptional()
  @IsString()
  MAIL_RETURN_PATH?: string;

  /** The mailbox that receives bounces: imaps://user:password@host/INBOX. The user and the password are percent-encoded. */
  @IsOptional()
  @Matches(/^imaps?:\/\/[^\s@/:]+:[^\s@/]+@[^\s@/]+(\/\S*)?$/, {
    message: 'BOUNCE_IMAP_URL must be an address such as imaps://user:password@mail.example.com/INBOX',
  })
  BOUNCE_IMAP_URL?: string;

  /** Seconds between two looks into the mailbox of bounces. */
  @EnvNumber()
  @Min(0.1)
  @Max(3_600)
  BOUNCE_IMAP_SECONDS = 60;

  /** Origins of the channels service, with commas. It says whether the channels that settings and requests name exist. */
  @EnvServiceUrl()
  CHANNELS_URL: string;

  /** Comma-separated domains that settings profiles may send mails from, such as example.com. Empty: any domain. */
  @Matches(/^\s*$|^\s*[a-z0-9.-]+(\s*,\s*[a-z0-9.-]+)*\s*$/i, {
    message: 'MAIL_ALLOWED_FROM_DOMAINS must be domains such as example.com,example.org',
  })
  MAIL_ALLOWED_FROM_DOMAINS = '';

  override problems(): readonly string[] {
    return [
      ...outboundProblems(this),
      ...mailProblems(this),
      ...smsProblems(this),
      ...mailboxProblems(this.BOUNCE_IMAP_URL),
      ...returnPathProblems(this.MAIL_RETURN_PATH),
      ...sendgridProblems(this.SENDGRID_WEBHOOK_PUBLIC_KEY),
    ];
  }
}

/** Returns the domains that profiles may send mails from, in lower case. An empty list allows any. */
export function allowedFromDomains({ MAIL_ALLOWED_FROM_DOMAINS }: InvitationsEnv): string[] {
  const domains = MAIL_ALLOWED_FROM_DOMAINS.toLowerCase().split(',');
  return domains.map((domain) => domain.trim()).filter((domain) => domain !== '');
}

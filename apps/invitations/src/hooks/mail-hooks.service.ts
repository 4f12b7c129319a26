import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { InvitationsEnv } from '../invitations.env';
import { notSigned, unknownProvider } from './hook-errors';
import type { HookRequest } from './hook-request';
import { bounceHook } from './mail/bounce-hook';
import { brevoHook } from './mail/brevo-hook';
import type { MailHook } from './mail/mail-hook';
import { MailReportsService } from './mail/mail-reports.service';
import { mailgunHook } from './mail/mailgun-hook';
import { postmarkHook } from './mail/postmark-hook';
import { sendgridHook } from './mail/sendgrid-hook';
import { sesReports } from './mail/ses-reports';
import { topicsIn } from './sns/sns-message';
import { SnsService } from './sns/sns.service';

const PROVIDERS: readonly string[] = ['ses', 'sendgrid', 'mailgun', 'postmark', 'brevo'];

/** Receives bounces and complaints from mail services. */
@Injectable()
export class MailHooksService {
  private readonly hooks: ReadonlyMap<string, MailHook>;
  private readonly topics: readonly string[];

  constructor(
    env: InvitationsEnv,
    private readonly sns: SnsService,
    private readonly reports: MailReportsService,
    private readonly clock: Clock,
  ) {
    this.hooks = hooksOf(env);
    this.topics = topicsIn(env.SES_TOPIC_ARNS);
  }

  /**
   * Applies one notification. Throws 403 for one without a valid signature or secret, and also while the secret of the service is
   * not set; 400 for one that cannot be read. Nothing is stored then.
   */
  async receive(provider: string, request: HookRequest): Promise<void> {
    if (!PROVIDERS.includes(provider)) throw unknownProvider(provider, PROVIDERS);
    if (provider !== 'ses') return this.take(provider, request);
    const message = await this.sns.open(request, this.topics);
    if (message !== null) await this.reports.apply(sesReports(message), { strangers: false });
  }

  /** Applies the bounces that any other system reports with the shared secret. Throws as {@link receive} does. */
  async receiveBounces(request: HookRequest): Promise<void> {
    await this.take('bounce', request);
  }

  private async take(name: string, request: HookRequest): Promise<void> {
    const hook = this.hooks.get(name);
    if (!hook?.verify(request, this.clock.now())) throw notSigned();
    await this.reports.apply(hook.reports(request), { strangers: false });
  }
}

function hooksOf(env: InvitationsEnv): ReadonlyMap<string, MailHook> {
  const made: [string, string | undefined, (secret: string) => MailHook][] = [
    ['sendgrid', env.SENDGRID_WEBHOOK_PUBLIC_KEY, sendgridHook],
    ['mailgun', env.MAILGUN_WEBHOOK_SIGNING_KEY, mailgunHook],
    ['postmark', env.POSTMARK_WEBHOOK_SECRET, postmarkHook],
    ['brevo', env.BREVO_WEBHOOK_SECRET, brevoHook],
    ['bounce', env.BOUNCE_WEBHOOK_SECRET, bounceHook],
  ];
  return new Map(
    made.flatMap(([name, secret, hook]): [string, MailHook][] => (secret ? [[name, hook(secret)]] : [])),
  );
}

import { Injectable } from '@nestjs/common';
import { Clock } from '@plaudit/runtime';
import { InvitationsEnv } from '../invitations.env';
import { notSigned, unknownProvider } from './hook-errors';
import type { HookRequest } from './hook-request';
import { awsAnswers } from './sms/aws-answers';
import { birdHook } from './sms/bird-hook';
import type { SmsHook, SmsHookSettings } from './sms/sms-hook';
import { SmsReportsService } from './sms/sms-reports.service';
import { twilioHook } from './sms/twilio-hook';
import { vonageHook } from './sms/vonage-hook';
import { topicsIn } from './sns/sns-message';
import { SnsService } from './sns/sns.service';

const PROVIDERS: readonly string[] = ['twilio', 'vonage', 'bird', 'sns'];

/** Receives the notifications of the providers of SMS. */
@Injectable()
export class SmsHooksService {
  private readonly hooks: ReadonlyMap<string, SmsHook>;
  private readonly topics: readonly string[];

  constructor(
    env: InvitationsEnv,
    private readonly sns: SnsService,
    private readonly reports: SmsReportsService,
    private readonly clock: Clock,
  ) {
    this.hooks = hooksOf(env);
    this.topics = topicsIn(env.SMS_TOPIC_ARNS);
  }

  /**
   * Applies one notification. Throws 403 for one without a valid signature, and also while the secret of the provider is not
   * set; 400 for one that cannot be read. Nothing is stored then.
   */
  async receive(provider: string, request: HookRequest): Promise<void> {
    if (!PROVIDERS.includes(provider)) throw unknownProvider(provider, PROVIDERS);
    if (provider === 'sns') {
      const message = await this.sns.open(request, this.topics);
      if (message !== null) await this.reports.apply(provider, awsAnswers(message));
      return;
    }
    const hook = this.hooks.get(provider);
    if (!hook?.verify(request, this.clock.now())) throw notSigned();
    await this.reports.apply(provider, hook.reports(request));
  }
}

function hooksOf(settings: SmsHookSettings): ReadonlyMap<string, SmsHook> {
  const { TWILIO_AUTH_TOKEN: twilio, VONAGE_SIGNATURE_SECRET: vonage, BIRD_SIGNING_KEY: bird } = settings;
  const hooks = new Map<string, SmsHook>();
  if (twilio) hooks.set('twilio', twilioHook(twilio));
  if (vonage) hooks.set('vonage', vonageHook(vonage));
  if (bird) hooks.set('bird', birdHook(bird));
  return hooks;
}

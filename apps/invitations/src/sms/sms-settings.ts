import type { SmsProviderName } from './sms';

/** The settings of the providers. InvitationsEnv has this shape. */
export interface SmsSettings {
  PUBLIC_URL: string;
  SMS_PROVIDER: SmsProviderName;
  SMS_FROM?: string;
  TWILIO_ACCOUNT_SID?: string;
  TWILIO_AUTH_TOKEN?: string;
  TWILIO_MESSAGING_SERVICE_SID?: string;
  TWILIO_WHATSAPP_FROM?: string;
  VONAGE_API_KEY?: string;
  VONAGE_API_SECRET?: string;
  BIRD_ACCESS_KEY?: string;
  AWS_REGION?: string;
  AWS_ACCESS_KEY_ID?: string;
  AWS_SECRET_ACCESS_KEY?: string;
}

type Name = Exclude<keyof SmsSettings, 'SMS_PROVIDER'>;

const REQUIRED: Readonly<Record<SmsProviderName, readonly Name[]>> = {
  none: [],
  log: [],
  twilio: ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN'],
  vonage: ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'SMS_FROM'],
  bird: ['BIRD_ACCESS_KEY', 'SMS_FROM'],
  sns: ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY'],
};

/** Returns what the chosen provider misses, one sentence for each setting. */
export function smsProblems(settings: SmsSettings): string[] {
  const { SMS_PROVIDER: provider } = settings;
  const missing = REQUIRED[provider]
    .filter((name) => !settings[name])
    .map((name) => `${name} must be set, because SMS_PROVIDER is ${provider}`);
  const hasSender =
    settings.SMS_FROM || settings.TWILIO_MESSAGING_SERVICE_SID || settings.TWILIO_WHATSAPP_FROM;
  if (provider === 'twilio' && !hasSender) {
    missing.push(
      'SMS_FROM, TWILIO_MESSAGING_SERVICE_SID or TWILIO_WHATSAPP_FROM must be set, because SMS_PROVIDER is twilio',
    );
  }
  return missing;
}

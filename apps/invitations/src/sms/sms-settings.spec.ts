import { type SmsSettings, smsProblems } from './sms-settings';

function problems(settings: Partial<SmsSettings>): string[] {
  return smsProblems({ PUBLIC_URL: 'https://reviews.example', SMS_PROVIDER: 'none', ...settings });
}

describe('smsProblems', () => {
  it.each([
    ['none', {}],
    ['log', {}],
    ['twilio', { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', SMS_FROM: '+15005550006' }],
    ['twilio', { TWILIO_ACCOUNT_SID: 'AC1', TWILIO_AUTH_TOKEN: 't', TWILIO_MESSAGING_SERVICE_SID: 'MG1' }],
    ['vonage', { VONAGE_API_KEY: 'k', VONAGE_API_SECRET: 's', SMS_FROM: 'Acme' }],
    ['bird', { BIRD_ACCESS_KEY: 'k', SMS_FROM: 'Acme' }],
    ['sns', { AWS_REGION: 'eu-west-1', AWS_ACCESS_KEY_ID: 'k', AWS_SECRET_ACCESS_KEY: 's' }],
  ] as const)('finds nothing wrong with complete settings of %s', (SMS_PROVIDER, settings) => {
    expect(problems({ SMS_PROVIDER, ...settings })).toEqual([]);
  });

  it.each([
    ['twilio', ['TWILIO_ACCOUNT_SID', 'TWILIO_AUTH_TOKEN', 'SMS_FROM']],
    ['vonage', ['VONAGE_API_KEY', 'VONAGE_API_SECRET', 'SMS_FROM']],
    ['bird', ['BIRD_ACCESS_KEY', 'SMS_FROM']],
    ['sns', ['AWS_REGION', 'AWS_ACCESS_KEY_ID', 'AWS_SECRET_ACCESS_KEY']],
  ] as const)('names each setting that %s misses', (SMS_PROVIDER, names) => {
    const found = problems({ SMS_PROVIDER });
    expect(found).toEqual(
      names.map((name) => expect.stringMatching(new RegExp(`^${name}.*${SMS_PROVIDER}$`))),
    );
  });
});

/** The settings of the first message that its fields show. */
const EMAIL_SETTINGS = /^(delay|delay_unit|subject|heading|body|button_text|signature|footer_address)$/;

/** Returns the message whose fields show a setting, named as in `followup.steps[1].body`. Null if it is shown always. */
export function placeOfSetting(path: string): { step: number; kind: 'email' | 'sms' } | null {
  const step = /^followup\.steps\[([0-2])\]/.exec(path)?.[1];
  if (step !== undefined) return { step: Number(step) + 1, kind: 'email' };
  if (path.startsWith('sms.')) return { step: 0, kind: 'sms' };
  return EMAIL_SETTINGS.test(path) ? { step: 0, kind: 'email' } : null;
}

import { smsSize } from './sms-size';

describe('smsSize', () => {
  it('counts a link instead of its variable and leaves out other variables', () => {
    expect(smsSize('Hi {{first_name}}: {{ review_url }}').body).toBe(`Hi : ${'x'.repeat(26)}`);
  });

  it('counts the text that is sent, and names the characters that make it longer', () => {
    expect(smsSize(`it’s ${'a'.repeat(80)}`)).toMatchObject({ foreign: [], segments: 1 });
    expect(smsSize(`it’s 👍 ${'a'.repeat(80)} ç`)).toMatchObject({ foreign: ['👍', 'ç'], segments: 2 });
  });
});

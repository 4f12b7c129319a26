import { checksOf } from './profile-checks';
import type { ProfileDraft } from './profile-draft';

const DRAFT = {
  review_url: null,
  direct_form: { enabled: false },
  channels: [],
  footer_address: 'Hafenplatz 2',
  sms: { body: 'Hi {{review_url}}', channel: 'sms' },
} as unknown as ProfileDraft;
const FACTS = { channels: 1, email: null, sms: null, kept: [] };
const namesOf = (change: object, facts: object = {}): string[] =>
  checksOf({ ...DRAFT, ...change }, { ...FACTS, ...facts }).map(({ name }) => name);

describe('checksOf', () => {
  it('finds nothing wrong with complete settings', () => {
    expect(namesOf({})).toEqual(['check_unsubscribe']);
  });

  it('says nothing about what is not known yet', () => {
    expect(namesOf({}, { channels: null })).toEqual(['check_unsubscribe']);
  });

  it('warns without any place to review', () => {
    expect(namesOf({}, { channels: 0 })).toContain('check_links');
    expect(namesOf({ review_url: 'https://www.example.com' }, { channels: 0 })).not.toContain('check_links');
    expect(namesOf({ direct_form: { enabled: true } }, { channels: 0 })).not.toContain('check_links');
  });

  it.each([
    ['check_footer', { footer_address: '  ' }],
    ['check_review_url', { sms: { body: 'Hi {{review_urls}}', channel: 'whatsapp' } }],
    ['check_segments', { sms: { body: `{{review_url}}${'x'.repeat(500)}`, channel: 'sms' } }],
  ])('has the check %s', (name, change) => {
    expect(namesOf(change)).toContain(name);
  });

  it('counts no segments of a WhatsApp message', () => {
    expect(namesOf({ sms: { body: `{{review_url}}${'č'.repeat(400)}`, channel: 'whatsapp' } })).toEqual([
      'check_unsubscribe',
    ]);
  });

  it('repeats what the server says about a kind of message', () => {
    const msg = 'SMS is not configured';
    expect(checksOf(DRAFT, { ...FACTS, email: { ok: true }, sms: { ok: false, msg } })).toMatchObject([
      { name: 'check_unsubscribe' },
      { name: 'check_email_ok', tone: 'good', msg: null },
      { name: 'check_sms_ok', tone: 'warn', msg },
    ]);
  });

  it('has words of its own for a kind of message that the server cannot send', () => {
    const facts = { ...FACTS, email: { ok: false, msg: null }, sms: { ok: false, msg: null } } as const;
    expect(namesOf({}, facts)).toEqual(['check_unsubscribe', 'check_email_off', 'check_sms_off']);
    const sms = { ...DRAFT.sms, channel: 'whatsapp' };
    expect(namesOf({ sms }, facts)).toContain('check_whatsapp_off');
  });

  it('does not say that the server can send what it keeps', () => {
    const facts = { ...FACTS, email: { ok: true }, sms: { ok: true } } as const;
    expect(checksOf(DRAFT, { ...facts, kept: ['email'] })).toMatchObject([
      { name: 'check_unsubscribe' },
      { name: 'check_email_kept', tone: 'warn', msg: null },
      { name: 'check_sms_ok', tone: 'good' },
    ]);
    expect(namesOf({}, { ...facts, kept: ['sms'] })).toContain('check_sms_kept');
  });
});

import { buildPublicPrincipal, type HttpResult, startWorld, type World } from '@plaudit/testing';
import { knowBusiness } from '../businesses/business.suite';
import { invitationsService } from '../service';
import { expectWellFormed, visibleText } from './html.suite';
import { TEMPLATE_SLUGS } from './template-slugs';

const TEMPLATES = '/public/v1/invite/templates';
const SUB_ACCOUNT = 7;

describe('TemplatesController', () => {
  let world: World;

  beforeAll(async () => {
    const settings = { CHANNELS_URL: 'http://127.0.0.1:1', PUBLIC_URL: 'http://localhost:8099' };
    world = await startWorld({ services: [{ definition: invitationsService, settings }] });
    await knowBusiness(world, { subAccountId: SUB_ACCOUNT, name: '<b>"Bakery"</b>' });
  });
  afterAll(async () => world.close());

  const read = (path: string, subAccount = SUB_ACCOUNT): Promise<HttpResult> =>
    world.as({ sub_account_id: subAccount }).get('invitations', `${TEMPLATES}/${path}`);
  const page = (path: string): Promise<HttpResult> =>
    world.as(buildPublicPrincipal()).get('invitations', `/i/templates/${path}`);

  async function addProfile(settings: object): Promise<number> {
    const rows = await world.admin.query<{ id: number }>(
      `insert into invitations.settings_profiles (account_id, sub_account_id, name, settings)
       values (1, $1, 'Profile ' || gen_random_uuid(), $2) returning id`,
      [SUB_ACCOUNT, JSON.stringify(settings)],
    );
    return Number(rows[0]?.id);
  }

  it('lists every template with the address of its page', async () => {
    const { status, body } = await read('list');
    expect({ status, slugs: body.templates.map(({ slug }: { slug: string }) => slug) }).toEqual({
      status: 200,
      slugs: [...TEMPLATE_SLUGS],
    });
    expect(body).toMatchObject({
      success: true,
      templates: expect.arrayContaining([
        { id: 1, name: 'Classic', slug: 'classic', preview: 'http://127.0.0.1:8099/i/templates/classic' },
      ]),
    });
  });

  it.each(TEMPLATE_SLUGS)('renders %s, and shows it as a page that runs nothing', async (slug) => {
    const { status, body } = await read(`get/${slug}?language=fr`);
    expect({ status, success: body.success }).toEqual({ status: 200, success: true });
    expect(body.html).toContain('<html lang="fr" dir="ltr"');
    expect(visibleText(body.html)).toContain('Robin');
    const shown = await page(`${slug}?language=fr`);
    expect({ status: shown.status, ...Object.fromEntries(shown.headers) }).toMatchObject({
      status: 200,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy':
        "sandbox; default-src 'none'; img-src https: data:; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'public, max-age=3600',
    });
  });

  it('renders the settings of a profile with hostile texts', async () => {
    const id = await addProfile({
      language: 'it',
      heading: '<script>alert(1)</script>',
      color: '#0f766e',
      followup: { steps: [{ delay: 1, delay_unit: 'days', subject: 'x', body: 'Only step' }] },
    });
    const { html } = (await read(`get/card?settings_id=${id}`)).body;
    expectWellFormed(html);
    expect(html).toContain('#0f766e');
    expect(visibleText(html)).toContain('<script>alert(1)</script>');
    expect(visibleText(html)).toContain('<b>"Bakery"</b>');
    const reminder = await read(`get/reminder-last?settings_id=${id}`);
    expect(visibleText(reminder.body.html)).toContain('Only step');
  });

  it('says how the text message of a profile is sent, and which characters make it longer', async () => {
    const sizeOf = async (body: string): Promise<unknown> => {
      const id = await addProfile({ language: 'pt', sms: { body } });
      return (await read(`get/sms?settings_id=${id}`)).body.sms;
    };
    const long = 'x'.repeat(120);
    const gsm = { encoding: 'gsm7', segments: 1, foreign_characters: [] };
    expect(await sizeOf(`“Bom dia” – {{review_url}} ${long.slice(20)}`)).toEqual(gsm);
    expect(await sizeOf(`Olá 👍🏽 – {{review_url}} ${long}`)).toEqual({
      encoding: 'ucs2',
      segments: 3,
      foreign_characters: ['á', '👍🏽'],
    });
    expect((await read('get/classic')).body.sms).toBeNull();
    const whatsapp = await addProfile({ sms: { channel: 'whatsapp', body: `Olá {{review_url}} ${long}` } });
    expect((await read(`get/sms?settings_id=${whatsapp}`)).body).toMatchObject({
      html: expect.stringContaining('Olá'),
      sms: null,
    });
  });

  it('fills the subject and the texts of each message of a profile with sample values', async () => {
    const id = await addProfile({
      subject: '{{first_name}}, how was {{business_name}}?\r\nBcc: x@example.com',
      followup: {
        steps: [
          { delay: 1, delay_unit: 'days', subject: 'Once more, {{name}}', body: 'First reminder' },
          { delay: 1, delay_unit: 'days', subject: '', body: 'Second reminder', template: 'card' },
        ],
      },
    });
    const shown = async (slug: string, step?: number) => {
      const path = `get/${slug}?settings_id=${id}${step === undefined ? '' : `&step=${step}`}`;
      const { html, subject } = (await read(path)).body;
      return { subject, text: visibleText(html) };
    };
    expect((await shown('classic')).subject).toBe('Robin, how was <b>"Bakery"</b>? Bcc: x@example.com');
    expect(await shown('card', 1)).toEqual({
      subject: 'Once more, Robin Example',
      text: expect.stringContaining('First reminder'),
    });
    const second = await shown('card', 2);
    expect(second).toMatchObject({ text: expect.stringContaining('Second reminder') });
    expect(second.subject).toBe((await shown('reminder-last')).subject);
    expect((await shown('card', 3)).text).toContain('Second reminder');
    expect((await shown('sms')).subject).toBeNull();
    expect(await read('get/card?step=4')).toMatchObject({ status: 400, body: { field: 'step' } });
  });

  it('responds with 404 to an unknown slug and to a profile of another sub account', async () => {
    const id = await addProfile({});
    expect(await read('get/nothing')).toMatchObject({
      status: 404,
      body: { code: 'not_found', msg: expect.stringContaining('classic') },
    });
    expect(await read(`get/classic?settings_id=${id}`, SUB_ACCOUNT + 1)).toMatchObject({ status: 404 });
    const unknown = await world
      .as(buildPublicPrincipal())
      .get('invitations', '/i/templates/constructor', { headers: { accept: 'application/json' } });
    expect([unknown.status, unknown.headers.get('cache-control')]).toEqual([404, null]);
  });

  it('refuses an unknown language', async () => {
    expect(await read('get/classic?language=xx')).toMatchObject({ status: 400, body: { field: 'language' } });
  });
});

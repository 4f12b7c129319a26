import { sentAddresses } from './sent-addresses';

const sent = (type: string, body: unknown): object => sentAddresses(type, Buffer.from(JSON.stringify(body)));

describe('sentAddresses', () => {
  it('names the URL of a webhook without user info, query and fragment', () => {
    const url = 'https://user:pass@hooks.example.com/reviews?token=secret&b=1#part';
    expect(sent('webhook', { url, secret: 'whsec_x', events: [] })).toEqual({
      url: 'https://hooks.example.com/reviews',
    });
    expect(sent('webhook', { active: true })).toEqual({ active: true });
    expect(sentAddresses('webhook', Buffer.from('\uFEFF{"url":"https://hooks.example.com/"}'))).toEqual({
      url: 'https://hooks.example.com/',
    });
  });

  it('names the providers of an account and never a key', () => {
    const ai = { provider: 'openai', base_url: 'https://ai.example.com/v1', model: 'm', api_key: 'secret' };
    expect(sent('ai_settings', { ai, translation: null })).toEqual({
      'ai.provider': 'openai',
      'ai.base_url': 'https://ai.example.com/v1',
      'translation.provider': null,
    });
    expect(sent('ai_settings', {})).toEqual({});
  });

  it('names the addresses in settings of invitations', () => {
    const settings = {
      name: 'A',
      reply_to: 'help@example.com',
      review_url: 'https://example.com/review?token=secret',
      from_email: null,
    };
    expect(sent('invite_settings', { settings, take_over: true })).toEqual({
      reply_to: 'help@example.com',
      review_url: 'https://example.com/review',
      from_email: null,
      take_over: true,
    });
  });

  it.each([
    ['another type', 'widget', Buffer.from('{"url":"https://example.com"}')],
    ['no body', 'webhook', undefined],
    ['no JSON', 'webhook', Buffer.from('{"url":')],
    ['an array', 'webhook', Buffer.from('[1]')],
    ['an object as URL', 'webhook', Buffer.from('{"url":{"href":"x"}}')],
    ['null', 'ai_settings', Buffer.from('null')],
  ])('names nothing for %s', (_what, type, body) => {
    expect(sentAddresses(type, body)).toEqual({});
  });

  it('shortens what no service accepts', () => {
    expect(Object.values(sent('webhook', { url: `https://a.example/${'x'.repeat(9_000)}` }))[0]).toHaveLength(
      500,
    );
    expect(Object.values(sent('webhook', { url: 'x'.repeat(9_000) }))[0]).toHaveLength(500);
  });
});

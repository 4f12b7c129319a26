import { Secrets } from '@plaudit/runtime';
import { ChannelCredentials } from './channel-credentials';

const credentials = new ChannelCredentials(new Secrets(Buffer.alloc(32, 7).toString('base64')));

it('a token is unreadable at rest and whole again for a crawl', () => {
  const sealed = credentials.seal({ url: 'https://a.example', accessToken: 'live_123', trendId: '9' });
  expect(sealed?.toString('latin1')).not.toContain('live_123');
  const channel = { url: 'https://a.example', stores: null, countries: ['gb'], credentials: sealed };
  expect(credentials.configOf(channel)).toEqual({
    url: 'https://a.example',
    countries: ['gb'],
    accessToken: 'live_123',
    trendId: '9',
  });
});

it('without a token there is nothing to keep', () => {
  expect(credentials.seal({ url: 'https://a.example' })).toBeNull();
});

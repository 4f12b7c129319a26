import { Secrets } from '@plaudit/runtime';
import { ChannelCredentialsService } from './channel-credentials.service';

const credentials = new ChannelCredentialsService(new Secrets(Buffer.alloc(32, 7).toString('base64')));

describe('ChannelCredentialsService', () => {
  it('stores a token encrypted and decrypts it for a crawl', () => {
    const encrypted = credentials.encrypt(7, {
      url: 'https://a.example',
      accessToken: 'live_123',
      trendId: '9',
    });
    expect(encrypted?.toString('latin1')).not.toContain('live_123');
    const channel = {
      id: 7,
      url: 'https://a.example',
      stores: null,
      countries: ['gb'],
      credentials: encrypted,
    };
    expect(credentials.configOf(channel)).toEqual({
      url: 'https://a.example',
      countries: ['gb'],
      accessToken: 'live_123',
      trendId: '9',
    });
  });

  it('opens the token of no other channel', () => {
    const copied = credentials.encrypt(8, { url: 'https://a.example', accessToken: 'live_123' });
    const channel = { id: 7, url: null, stores: null, countries: null, credentials: copied };
    expect(() => credentials.configOf(channel)).toThrow(/authenticate/);
  });

  it('stores nothing when the configuration has no token', () => {
    expect(credentials.encrypt(7, { url: 'https://a.example' })).toBeNull();
  });
});

import { connectionOptions } from './nats-link';

describe('connection options', () => {
  const of = (url: string, rest = {}) => connectionOptions({ url, service: 'reviews', ...rest });

  it('take a token or a user from the url', () => {
    expect(of('nats://s3cret@127.0.0.1:4222')).toMatchObject({
      servers: ['127.0.0.1:4222'],
      token: 's3cret',
    });
    expect(of('nats://reviews:p%40ss@nats:4222')).toMatchObject({ user: 'reviews', pass: 'p@ss' });
    expect(of('nats://nats:4222')).not.toHaveProperty('token');
  });

  it('take several servers, and settings before the url', () => {
    expect(of('nats://a:1, nats://b:2', { user: 'reviews', password: 'pw' })).toMatchObject({
      servers: ['a:1', 'b:2'],
      user: 'reviews',
      pass: 'pw',
    });
    expect(of('tls://a:1', { token: 't' })).toMatchObject({ token: 't', tls: {} });
  });

  it('never give up, and keep inboxes under the name of the service', () => {
    expect(of('nats://a:1')).toMatchObject({ inboxPrefix: '_INBOX.reviews', maxReconnectAttempts: -1 });
  });
});

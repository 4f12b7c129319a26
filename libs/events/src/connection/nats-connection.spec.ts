import { connectionOptions } from './nats-connection';

describe('connectionOptions', () => {
  const of = (url: string, rest = {}) => connectionOptions({ url, service: 'reviews', ...rest });

  it('takes a token or a user from the URL', () => {
    expect(of('nats://s3cret@127.0.0.1:4222')).toMatchObject({
      servers: ['127.0.0.1:4222'],
      token: 's3cret',
    });
    expect(of('nats://reviews:p%40ss@nats:4222')).toMatchObject({ user: 'reviews', pass: 'p@ss' });
    expect(of('nats://nats:4222')).not.toHaveProperty('token');
  });

  it('accepts several servers, and prefers the settings to the URL', () => {
    expect(of('nats://a:1, nats://b:2', { user: 'reviews', password: 'pw' })).toMatchObject({
      servers: ['a:1', 'b:2'],
      user: 'reviews',
      pass: 'pw',
    });
    expect(of('tls://a:1', { token: 't' })).toMatchObject({ token: 't', tls: {} });
  });

  it('retries without limit and puts inboxes under the name of the service', () => {
    expect(of('nats://a:1')).toMatchObject({ inboxPrefix: '_INBOX.reviews', maxReconnectAttempts: -1 });
  });
});

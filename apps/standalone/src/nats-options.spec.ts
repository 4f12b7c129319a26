import { natsOptions } from './nats-options';

describe('natsOptions', () => {
  it.each([
    [
      'nats://plaudit:p%40ss@127.0.0.1:21000',
      { servers: ['127.0.0.1:21000'], user: 'plaudit', pass: 'p@ss' },
    ],
    ['nats://s3cret@nats:4222', { servers: ['nats:4222'], token: 's3cret' }],
    ['tls://a:1, tls://b:2', { servers: ['a:1', 'b:2'], tls: {} }],
  ])('returns what connect() takes for %s', (url, expected) => expect(natsOptions(url)).toEqual(expected));
});

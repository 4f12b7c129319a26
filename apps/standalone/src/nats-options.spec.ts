import { resolve } from 'node:path';
import { natsOptions } from './nats-options';

describe('natsOptions', () => {
  it.each([
    [
      'nats://plaudit:p%40ss@127.0.0.1:21000',
      { servers: ['127.0.0.1:21000'], user: 'plaudit', pass: 'p@ss' },
    ],
    ['nats://s3cret@nats:4222', { servers: ['nats:4222'], token: 's3cret' }],
    ['tls://a:1, tls://b:2', { servers: ['a:1', 'b:2'], tls: {} }],
  ])('returns what connect() takes for %s', (url, expected) =>
    expect(natsOptions({ url })).toEqual(expected),
  );

  it('contains the absolute paths of the TLS files', () => {
    const access = { url: 'tls://a:1', tlsCa: 'ca.pem', tlsCert: '/etc/plaudit/cert.pem', tlsKey: 'key.pem' };
    expect(natsOptions(access)).toEqual({
      servers: ['a:1'],
      tls: { caFile: resolve('ca.pem'), certFile: '/etc/plaudit/cert.pem', keyFile: resolve('key.pem') },
    });
  });

  it.each([{ nkeySeedFile: '/etc/plaudit/seed' }, { creds: '/etc/plaudit/a.creds' }])(
    'returns nothing for an access with %j, which needs a function',
    (more) => expect(natsOptions({ url: 'nats://a:1', ...more })).toBeUndefined(),
  );
});

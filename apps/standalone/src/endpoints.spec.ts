import { describeEndpoints } from './endpoints';

describe('describeEndpoints', () => {
  it('names every NATS server and Postgres without their passwords', () => {
    const text = describeEndpoints(
      {
        public_url: 'http://localhost:8080',
        gateway: 'http://127.0.0.1:8080',
        nats_url: 'tls://plaudit:hidden@a:4222, tls://b:4223',
        postgres: 'postgres://admin:hidden@db:5432/plaudit',
        metrics: 'http://127.0.0.1:9000/metrics',
      },
      '/data/endpoints.json',
    );
    expect(text).toContain('  NATS      tls://a:4222, tls://b:4223\n');
    expect(text).toContain('  Postgres  postgres://db:5432/plaudit\n');
    expect(text).not.toContain('hidden');
  });

  it('begins with the public address, which apps that connect by OAuth must use, and names that of the gateway', () => {
    const lines = describeEndpoints(
      {
        public_url: 'https://reviews.example.com',
        gateway: 'http://127.0.0.1:8080',
        nats_url: 'nats://a:4222',
        postgres: 'postgres://db:5432/plaudit',
        metrics: 'http://127.0.0.1:9000/metrics',
      },
      '/data/endpoints.json',
    ).split('\n');
    expect(lines.slice(0, 2)).toEqual([
      'Plaudit is ready on https://reviews.example.com',
      '  Gateway   http://127.0.0.1:8080',
    ]);
  });

  it('says where mails are that no mail server gets, and only then', () => {
    const addresses = {
      public_url: 'http://localhost:8080',
      gateway: 'http://127.0.0.1:8080',
      nats_url: 'nats://a:4222',
      postgres: 'postgres://db:5432/plaudit',
      metrics: 'http://127.0.0.1:9000/metrics',
    };
    const mailbox = 'http://localhost:8080/app';
    const lines = describeEndpoints({ ...addresses, mailbox }, '/data/endpoints.json').split('\n');
    expect(lines).toContain(`Read them on ${mailbox}, in the settings under Mailbox.`);
    expect(describeEndpoints(addresses, '/data/endpoints.json')).not.toContain('Mailbox');
  });
});

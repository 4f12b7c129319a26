import { type DnsReply, type DnsStub, startDnsStub } from '@plaudit/testing';
import { failure } from './fixtures/outbound-world';
import { TxtRecords } from './txt-records';

let server: DnsStub;
let reply: DnsReply;
let records: TxtRecords;

beforeAll(async () => {
  server = await startDnsStub(() => reply);
});
afterAll(() => server.close());
beforeEach(() => {
  records = new TxtRecords([server.address], 60_000);
});
afterEach(() => records.close());

describe('TxtRecords', () => {
  it('returns every record of a name and joins the strings of a long one', async () => {
    reply = { texts: ['v=spf1 -all', 'x'.repeat(300)] };
    expect(await records.lookup('_challenge.example.test')).toEqual(['v=spf1 -all', 'x'.repeat(300)]);
    expect(server.questions).toContain('TXT _challenge.example.test');
  });

  it.each<[string, DnsReply]>([
    ['does not exist', 'nxdomain'],
    ['has no TXT records', { texts: [] }],
    ['has addresses only', { addresses: ['192.0.2.1'] }],
  ])('returns an empty list for a name that %s', async (_what, answer) => {
    reply = answer;
    expect(await records.lookup('none.example.test')).toEqual([]);
  });

  it.each<[string, DnsReply]>([
    ['fails', 'servfail'],
    ['sends a truncated answer and does not listen on TCP', 'truncated'],
  ])('throws dns_error when the server %s', async (_what, answer) => {
    reply = answer;
    expect(await failure(records.lookup('broken.example.test'))).toMatchObject({ code: 'dns_error' });
  });

  it.each<[string, DnsReply]>([
    ['sends nothing', 'hang'],
    ['sends something that is no DNS message', 'garbage'],
  ])('throws dns_error within its limit when the server %s', async (_what, answer) => {
    reply = answer;
    const impatient = new TxtRecords([server.address], 200);
    expect(await failure(impatient.lookup('silent.example.test'))).toMatchObject({ code: 'dns_error' });
    impatient.close();
  });

  it('throws dns_error for more records than any proof needs', async () => {
    reply = { texts: Array.from({ length: 51 }, (_, n) => `r${n}`) };
    expect(await failure(records.lookup('huge.example.test'))).toMatchObject({ code: 'dns_error' });
  });

  it('cuts a record that is too long', async () => {
    reply = { texts: ['x'.repeat(1_100)] };
    expect(await records.lookup('long.example.test')).toEqual(['x'.repeat(1_024)]);
  });
});

import {
  complaint,
  EXCHANGE,
  EXIM,
  GMAIL,
  HOLIDAY,
  mail,
  MESSAGE_ID,
  POSTFIX,
  POSTFIX_DELAYED,
  QMAIL,
  report,
  statusOf,
} from './dsn-samples.suite';
import { MAX_DSN_BYTES, readDsn } from './dsn';

const FROM = 'MAILER-DAEMON@mail.example';

function kindOf(status: Record<string, string>): string | undefined {
  const raw = report({ from: FROM, text: 'Sorry', status: statusOf({ Action: 'failed', ...status }) });
  return readDsn(raw)[0]?.kind;
}

describe('readDsn', () => {
  it.each([
    ['Postfix', POSTFIX, { kind: 'hard', code: '5.1.1', recipient: 'ada@example.com' }],
    ['Postfix about a delay', POSTFIX_DELAYED, { kind: 'soft', code: '4.4.1', recipient: 'ada@example.com' }],
    ['Exchange without the returned mail', EXCHANGE, { kind: 'hard', code: '5.1.10' }],
    ['Gmail', GMAIL, { kind: 'failed', code: '5.2.1', recipient: 'ada@example.com' }],
    ['Exim in plain text', EXIM, { kind: 'hard', code: null, recipient: 'ada@example.com' }],
    ['qmail in plain text', QMAIL, { kind: 'failed', code: '5.2.2', recipient: null }],
    ['a complaint', complaint('abuse'), { kind: 'complaint', recipient: 'ada@example.com' }],
  ])('reads the report of %s', (_server, raw, expected) => {
    const reports = readDsn(raw);
    expect(reports).toEqual([
      expect.objectContaining({ ...expected, messageId: MESSAGE_ID, requestId: null }),
    ]);
  });

  it.each([
    [{ Status: '5.1.2' }, 'hard'],
    [{ Status: '5.1.8' }, 'failed'],
    [{ Status: '5.2.2' }, 'failed'],
    [{ Status: '5.7.1' }, 'failed'],
    [{ Status: '4.4.7' }, 'failed'],
    [{ Status: '5.0.0' }, 'failed'],
    [{ Status: '5.0.0', 'Diagnostic-Code': 'smtp; 550 5.7.26 Unauthenticated' }, 'failed'],
    [{ Status: '5.0.0', 'Diagnostic-Code': 'smtp; 550 No such user' }, 'hard'],
    [{ 'Diagnostic-Code': 'smtp; 553 sorry' }, 'hard'],
    [{ 'Diagnostic-Code': 'smtp; 554 sorry' }, 'failed'],
    [{ Action: 'delivered', Status: '2.1.5' }, undefined],
    [{ Action: 'relayed', Status: '2.0.0' }, undefined],
    [{ Action: 'expanded', Status: '2.0.0' }, undefined],
  ])('decides by %j that the report is %s', (status, kind) => {
    expect(kindOf(status)).toBe(kind);
  });

  it('reads a report for each recipient', () => {
    const second = ['', 'Final-Recipient: rfc822; bob@example.com', 'Action: delayed', 'Status: 4.2.2'];
    const first = statusOf({
      'Final-Recipient': 'rfc822; ada@example.com',
      Action: 'failed',
      Status: '5.1.1',
    });
    const reports = readDsn(report({ from: FROM, text: 'Sorry', status: [...first, ...second] }));
    expect(reports.map(({ kind, recipient }) => [kind, recipient])).toEqual([
      ['hard', 'ada@example.com'],
      ['soft', 'bob@example.com'],
    ]);
  });

  it('gives the same event id to the same mail, and another to another mail', () => {
    const [one, again, other] = [POSTFIX, POSTFIX, POSTFIX_DELAYED].map(readDsn);
    expect(one?.[0]?.eventId).toBe(again?.[0]?.eventId);
    expect(one?.[0]?.eventId).not.toBe(other?.[0]?.eventId);
  });

  it.each([
    ['an automatic reply of a person that quotes a status', HOLIDAY],
    ['a report that the mail was no spam', complaint('not-spam')],
    ['a report of a failed signature', complaint('auth-failure')],
    [
      'a person’s answer',
      mail(['From: ada@example.com', `In-Reply-To: <${MESSAGE_ID}>`, '', 'STOP 550 5.1.1']),
    ],
    ['a bounce of a mail without our Message-ID', mail([`From: ${FROM}`, '', '550 5.1.1 No such user'])],
    ['a mail without a body', mail([`From: ${FROM}`])],
    ['an empty mail', Buffer.alloc(0)],
    ['bytes of no mail', Buffer.from([0xff, 0x00, 0x0a, 0x0a, 0xfe])],
  ])('reads nothing from %s', (_what, raw) => {
    expect(readDsn(raw)).toEqual([]);
  });

  const nested = Array.from({ length: 500 }, (_, depth) => [
    `Content-Type: multipart/mixed; boundary="b${depth}"`,
    '',
    `--b${depth}`,
  ]).flat();
  const flood = Array.from({ length: 20_000 }, () => [
    '--x',
    'Content-Type: message/delivery-status',
    '',
    'Action: failed',
    '',
  ]).flat();
  const recipients = Array.from({ length: 10_000 }, (_, index) => [
    '',
    `Final-Recipient: rfc822; a${index}@example.com`,
    'Action: failed',
    'Status: 5.1.1',
  ]).flat();

  it.each([
    ['500 nested parts', mail([`From: ${FROM}`, ...nested]), 0],
    ['20,000 parts', mail([`From: ${FROM}`, 'Content-Type: multipart/report; boundary=x', '', ...flood]), 0],
    ['10,000 recipients', report({ from: FROM, text: 'x', status: statusOf({}).concat(recipients) }), 20],
    ['a header of 1 MB', mail([`From: ${FROM}`, `Subject: ${'x'.repeat(1_000_000)}`, '', '550 5.1.1']), 0],
    [
      'a line of digits',
      mail([`From: ${FROM}`, '', '5.1.'.repeat(200_000), `Message-ID: <${MESSAGE_ID}>`]),
      0,
    ],
    ['a million line breaks', mail([`From: ${FROM}`, '', '\n'.repeat(1_000_000)]), 0],
    [
      'HTML that opens tags',
      mail([`From: ${FROM}`, 'Content-Type: text/html', '', '<'.repeat(1_000_000)]),
      0,
    ],
    [
      'soft line breaks',
      mail([`From: ${FROM}`, 'Content-Transfer-Encoding: quoted-printable', '', '= '.repeat(500_000)]),
      0,
    ],
    [
      'dashes',
      mail([`From: ${FROM}`, 'Content-Type: multipart/mixed; boundary=-', '', '---\n'.repeat(200_000)]),
      0,
    ],
    ['angle brackets', mail([`From: ${FROM}`, '', `Message-ID: ${'<'.repeat(500_000)}`]), 0],
  ])('reads a mail with %s in less than two seconds', (_what, raw, count) => {
    const before = process.cpuUsage();
    expect(readDsn(raw).length).toBeLessThanOrEqual(count);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('reads the beginning of a mail that is too long', () => {
    const long = Buffer.concat([POSTFIX, Buffer.alloc(2 * MAX_DSN_BYTES, 'x')]);
    expect(readDsn(long)).toMatchObject([{ kind: 'hard', messageId: MESSAGE_ID }]);
  });
});

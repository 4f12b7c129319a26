import { ReturnPath } from '../mail/return-path';
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
  textBounce,
} from './dsn-samples.suite';
import { MAX_DSN_BYTES, readDsn } from './dsn';

const FROM = 'MAILER-DAEMON@mail.example';

function verdictOfStatus(status: Record<string, string>): string | undefined {
  const raw = report({ from: FROM, text: 'Sorry', status: statusOf({ Action: 'failed', ...status }) });
  return readDsn(raw)[0]?.verdict;
}

const EXIM_TEXT = (reply: string): string[] => [
  'This message was created automatically by mail delivery software.',
  '',
  'A message that you sent could not be delivered to one or more of its',
  'recipients. This is a permanent error. The following address(es) failed:',
  '',
  '  ada@example.com',
  `    SMTP error from remote mail server after ${reply}`,
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
];

const QMAIL_TEXT = (reply: string): string[] => [
  'Hi. This is the qmail-send program at mx.example.com.',
  '<ada@example.com>:',
  reply,
  '',
  '--- Below this line is a copy of the message.',
  '',
];

/** Returns a mail that answers ours. */
function answer(fields: Partial<Parameters<typeof textBounce>[0]>, text: string): Buffer {
  const { headers = [], ...others } = fields;
  return textBounce({
    from: 'Ada <ada@example.com>',
    returnPath: '<ada@example.com>',
    subject: 'Re: How was it?',
    ...others,
    headers: [...headers, `In-Reply-To: <${MESSAGE_ID}>`],
    text: [text],
    returned: false,
  });
}

describe('readDsn', () => {
  it.each([
    ['Postfix', POSTFIX, { verdict: 'gone', code: '5.1.1', recipient: 'ada@example.com' }],
    [
      'Postfix about a delay',
      POSTFIX_DELAYED,
      { verdict: 'later', code: '4.4.1', recipient: 'ada@example.com' },
    ],
    ['Exchange without the returned mail', EXCHANGE, { verdict: 'gone', code: '5.1.10' }],
    ['Gmail', GMAIL, { verdict: 'gone', code: '5.2.1', recipient: 'ada@example.com' }],
    ['Exim in plain text', EXIM, { verdict: 'gone', code: null, recipient: 'ada@example.com' }],
    ['qmail in plain text', QMAIL, { verdict: 'full', code: '5.2.2', recipient: 'ada@example.com' }],
    ['a complaint', complaint('abuse'), { verdict: 'complaint', recipient: 'ada@example.com' }],
  ])('reads the report of %s', (_server, raw, expected) => {
    const reports = readDsn(raw);
    expect(reports).toEqual([
      expect.objectContaining({ ...expected, messageId: MESSAGE_ID, requestId: null }),
    ]);
  });

  it.each([
    [{ Status: '5.1.2' }, 'gone'],
    [{ Status: '5.1.8' }, 'operator'],
    [{ Status: '5.2.2' }, 'full'],
    [{ Status: '5.7.1' }, 'policy'],
    [{ Status: '4.4.7' }, 'policy'],
    [{ Status: '5.0.0' }, 'unknown'],
    [{ Status: '5.0.0', 'Diagnostic-Code': 'smtp; 550 5.7.26 Unauthenticated' }, 'policy'],
    [{ Status: '5.0.0', 'Diagnostic-Code': 'smtp; 550 No such user' }, 'gone'],
    [{ Status: '5.0.0', 'Diagnostic-Code': 'smtp; 550 Blocked - see https://blocklist.example/' }, 'policy'],
    [{ Status: '5.1.1', 'Diagnostic-Code': 'smtp; 550 5.7.1 Message rejected as spam' }, 'policy'],
    [
      { Status: '5.4.1', 'Diagnostic-Code': 'smtp; 550 5.4.1 Recipient address rejected: Access denied' },
      'gone',
    ],
    [
      {
        Status: '5.0.0',
        'Diagnostic-Code': "smtp; 554 delivery error: dd This user doesn't have a yahoo.com account",
      },
      'gone',
    ],
    [{ Status: '5.0.0', 'X-Supplementary-Info': '< #5.0.0 smtp; 550 "Unknown User">' }, 'gone'],
    [{ Status: '5.0.0', 'X-Supplementary-Info': '< #5.0.0 smtp; 554 "Message refused as spam">' }, 'policy'],
    [{ 'Diagnostic-Code': 'X-Outbound-Mail-Relay; 550 User unknown' }, 'gone'],
    [{ Status: '5.0.0 (unknown user)' }, 'gone'],
    [{ Status: '5.4.4 (Illegal host/domain name found)' }, 'gone'],
    [{ Status: '5.4.4', 'X-Supplementary-Info': '< #5.0.0 smtp; 550 "Unknown User">' }, 'gone'],
    [{ Status: '5.1.1', 'X-Supplementary-Info': '< #5.7.1 smtp; 550 5.7.1 Rejected as spam>' }, 'policy'],
    [{ Status: '5.0.0', 'X-PowerMTA-BounceCategory': 'bad-mailbox' }, 'gone'],
    [{ Status: '5.0.0', 'X-PowerMTA-BounceCategory': 'quota-issues' }, 'full'],
    [{ Status: '5.0.0', 'X-PowerMTA-BounceCategory': 'relaying-issues' }, 'operator'],
    [{ Status: '5.7.1', 'X-PowerMTA-BounceCategory': 'bad-mailbox' }, 'policy'],
    [{ 'Diagnostic-Code': 'smtp; 550 relay not permitted' }, 'operator'],
    [{ 'Diagnostic-Code': 'smtp; 553 sorry' }, 'unknown'],
    [{ 'Diagnostic-Code': 'smtp; 554 sorry' }, 'unknown'],
    [{ Action: 'failed (bad destination mailbox address)', Status: '5.1.1' }, 'gone'],
    [{ Action: 'expired', Status: '', 'Diagnostic-Code': 'Connection timed out' }, 'policy'],
    [{ Action: 'delayed', Status: '4.2.2' }, 'later'],
    [{ Action: '', Status: '5.2.2' }, 'full'],
    [{ Action: 'delivered', Status: '2.1.5' }, undefined],
    [{ Action: 'deliverable', Status: '2.1.5' }, undefined],
    [{ Action: 'relayed', Status: '2.0.0' }, undefined],
    [{ Action: 'expanded', Status: '2.0.0' }, undefined],
    [{ Status: '5.1.1', 'Diagnostic-Code': 'smtp; 550 5.1.1 User unknown' }, 'gone'],
    [{ Action: 'delayed', Status: '4.4.1', 'Diagnostic-Code': 'smtp; connection timed out' }, 'later'],
  ])('decides by %j that the report is %s', (status, verdict) => {
    expect(verdictOfStatus(status)).toBe(verdict);
  });

  // A filter of the person refuses the sender in these words, once docomo has the mail.
  it('lets the text say at which command a server did not know the person', () => {
    const said = (command: string): string =>
      `<ada@docomo.ne.jp>: host mfsmax.docomo.ne.jp[203.0.113.9] said: 550 Unknown user ada@docomo.ne.jp (in reply to ${command} command)`;
    const verdicts = ['RCPT TO', 'end of DATA'].map((command) => {
      const status = statusOf({
        'Final-Recipient': 'rfc822; ada@docomo.ne.jp',
        Action: 'failed',
        Status: '5.0.0',
        'Diagnostic-Code': 'smtp; 550 Unknown user ada@docomo.ne.jp',
      });
      return readDsn(report({ from: FROM, text: said(command), status }))[0]?.verdict;
    });
    expect(verdicts).toEqual(['gone', 'policy']);
  });

  it('takes the reason from the text if no field tells it', () => {
    const text =
      '   ----- Transcript of session follows -----\r\n<<< 552 5.2.2 Over quota\r\n554 Service unavailable';
    const status = statusOf({
      'Final-Recipient': 'rfc822; ada@example.com',
      Action: 'failed',
      Status: '5.0.0',
    });
    expect(readDsn(report({ from: FROM, text, status }))).toMatchObject([{ verdict: 'full' }]);
  });

  it.each([
    ['with an empty line', ['']],
    ['without an empty line', []],
  ])('reads a report for each recipient, %s between them', (_how, between) => {
    const first = statusOf({
      'Final-Recipient': 'rfc822; ada@example.com',
      Action: 'failed',
      Status: '5.1.1',
    });
    const second = ['Final-Recipient: rfc822; bob@example.com', 'Action: failed', 'Status: 5.2.2'];
    const status = [...first, ...between, ...second];
    expect(readDsn(report({ from: FROM, text: 'Sorry', status }))).toMatchObject([
      { verdict: 'gone', recipient: 'ada@example.com' },
      { verdict: 'full', recipient: 'bob@example.com' },
    ]);
  });

  describe('reads the text', () => {
    it.each([
      ['of qmail', { text: QMAIL_TEXT('Sorry, no mailbox here by that name. (#5.1.1)') }, 'gone'],
      [
        'of qmail that gave up',
        {
          text: QMAIL_TEXT(
            "I'm not going to try again; this message has been in the queue too long. (#4.4.1)",
          ),
        },
        'policy',
      ],
      [
        'of qmail about the sender',
        {
          text: QMAIL_TEXT(
            'Connected to 192.0.2.1 but sender was rejected.\r\nRemote host said: 550 No such domain',
          ),
        },
        'operator',
      ],
      [
        'of Exim, which marks its bounces as automatic replies',
        {
          from: 'Mail Delivery System <Mailer-Daemon@mx.example.com>',
          headers: ['X-Failed-Recipients: ada@example.com', 'Auto-Submitted: auto-replied'],
          text: EXIM_TEXT(
            'RCPT TO:<ada@example.com>:\r\n    host mx.example.com [192.0.2.1]: 550 Unknown user',
          ),
        },
        'gone',
      ],
      [
        'of Exim without X-Failed-Recipients, about a block',
        {
          headers: ['Auto-Submitted: auto-replied'],
          text: EXIM_TEXT(
            'end of data:\r\n    host mx.example.com [192.0.2.1]: 554 Listed in our block list',
          ),
        },
        'policy',
      ],
      [
        'of a warning that the mail is delayed',
        {
          subject: 'Warning: message 1abc delayed 24 hours',
          text: EXIM_TEXT('RCPT TO:<ada@example.com>:\r\n    451 Try later'),
        },
        'later',
      ],
      [
        'of Gmail about a delay',
        {
          text: [
            'Delivery to the following recipient has been delayed:',
            '',
            '     ada@example.com',
            '',
            'Message will be retried for 2 more day(s)',
          ],
        },
        'later',
      ],
      [
        'of Domino',
        {
          from: 'Postmaster@example.com',
          subject: 'DELIVERY FAILURE: User ada not listed in Domino Directory',
          text: [
            'Your message',
            '',
            '  Subject: How was it?',
            '',
            'was not delivered to:',
            '',
            '  ada@example.com',
            '',
            'because:',
            '',
            '  User ada (ada@example.com) not listed in Domino Directory',
          ],
        },
        'gone',
      ],
      [
        'of a server that writes the fields of a report into its text',
        {
          text: [
            'An error occurred while trying to deliver the mail to the following recipients:',
            'ada@example.com',
            '',
            'Action: failed',
            'Final-Recipient: rfc822; ada@example.com',
            'Diagnostic-Code: smtp; 550 5.1.1 <ada@example.com>... User Unknown',
            'Status: 5.1.1',
            '',
          ],
        },
        'gone',
      ],
      [
        'of a server whose return path is not empty',
        {
          returnPath: '<MAILER-DAEMON>',
          from: 'postmaster@example.com',
          text: ['550 unknown user <ada@example.com>'],
        },
        'gone',
      ],
      [
        'of a postmaster with a reply',
        {
          returnPath: '<postmaster@example.com>',
          from: 'postmaster@example.com',
          text: ['550 No such user', ''],
        },
        'gone',
      ],
      [
        'of a postmaster that returns our mail, where the mailbox keeps no return path',
        { returnPath: null, from: 'postmaster@example.com', text: ['Unknown user: ada@example.com', ''] },
        'gone',
      ],
      [
        'of an address without a name that returns our mail',
        {
          from: 'no-reply@example.com',
          text: ['Could not be delivered to: <ada@example.com>', 'As their mailbox is full.', ''],
        },
        'full',
      ],
      [
        'of an address that is empty, marked as an automatic mail',
        {
          from: '<>',
          headers: ['Auto-Submitted: auto-generated (failure)'],
          text: ['<ada@example.com>', '    (reason: 550 5.1.1 User unknown)', ''],
        },
        'gone',
      ],
      [
        'of MailEnable, which marks its bounces as automatic replies and has no daemon',
        {
          from: '"Delivery Subsystem" <POSTMASTER@mx.example.com>',
          headers: ['Auto-Submitted: auto-replied'],
          subject: 'Message Delivery Failure',
          text: [
            'The following recipient(s) could not be reached:',
            '\tRecipient: [SMTP:ada@example.com]',
            '\tReason: Remote SMTP Server Returned: 550 No such user',
            '',
          ],
        },
        'gone',
      ],
      [
        'of Gmail in Italian',
        {
          headers: ['X-Failed-Recipients: ada@example.com', 'Auto-Submitted: auto-replied'],
          text: [
            '** Indirizzo non trovato **',
            '',
            "Il tuo messaggio non è stato recapitato a ada@example.com perché l'indirizzo non è stato trovato.",
            '',
          ],
        },
        'gone',
      ],
      ['without a reason', { text: ['Sorry about your message.', ''] }, 'unknown'],
    ])('%s', (_what, bounce, verdict) => {
      expect(readDsn(textBounce(bounce))).toMatchObject([{ verdict, messageId: MESSAGE_ID }]);
    });

    it('of HTML that is escaped', () => {
      const html = '<p>ada@example.com</p><p>The email address you entered couldn&#39;t be found.</p>';
      const head = textBounce({
        headers: ['Content-Type: text/html; charset=utf-8', `In-Reply-To: <${MESSAGE_ID}>`],
        text: [html],
        returned: false,
      });
      expect(readDsn(head)).toMatchObject([{ verdict: 'gone', recipient: 'ada@example.com' }]);
    });

    it('with one report for an address that dots follow', () => {
      const raw = textBounce({ text: ['<ada@example.com>', '', '550 ada@example.com... No such user', ''] });
      expect(readDsn(raw)).toMatchObject([{ recipient: 'ada@example.com', verdict: 'gone' }]);
    });

    it('with a transcript in which lines without an address are about others', () => {
      const text = [
        '   ----- Transcript of session follows -----',
        '554 <ada@example.com>... Remote protocol error: Connection reset by peer',
        '550 example.net (smtp)... 550 Host unknown',
        '550 <bob@example.net>... User unknown',
        '',
      ];
      expect(readDsn(textBounce({ text }))).toMatchObject([
        { recipient: 'ada@example.com', verdict: expect.not.stringMatching('gone') as string },
        { recipient: 'bob@example.net', verdict: 'gone' },
      ]);
    });

    it('with a reply for each recipient', () => {
      const text = [
        '  ada@example.com',
        '    host mx.example.com [192.0.2.1]: 550 5.2.2 <ada@example.com>... Mailbox full',
        '  bob@example.com',
        '    host mx.example.com [192.0.2.1]: 550 5.1.1 <bob@example.com>... User unknown',
        '',
      ];
      expect(readDsn(textBounce({ text }))).toMatchObject([
        { recipient: 'ada@example.com', verdict: 'full' },
        { recipient: 'bob@example.com', verdict: 'gone' },
      ]);
    });

    it.each([
      ['quoted-printable', 'utf-8', Buffer.from('=\r\n<<< 550 5.1.1 User=20unkn=6Fwn =E2=80=93 sorry')],
      ['base64', 'utf-8', Buffer.from(Buffer.from('<<< 550 5.1.1 User unknown').toString('base64'))],
      ['7bit', 'iso-2022-jp', Buffer.from('\x1b$B$3$N%a!<%k\x1b(B\r\n<<< 550 5.1.1 User unknown')],
      [
        '8bit',
        'windows-1251',
        Buffer.from([0xcf, 0xe8, 0x0d, 0x0a, ...Buffer.from('<<< 550 5.1.1 User unknown')]),
      ],
      ['8bit', 'no-such-charset', Buffer.from('<<< 550 5.1.1 User unknown')],
    ])('in %s and %s', (encoding, charset, body) => {
      const head = textBounce({
        headers: [
          `Content-Type: text/plain; charset="${charset}"`,
          `Content-Transfer-Encoding: ${encoding}`,
          `In-Reply-To: <${MESSAGE_ID}>`,
        ],
        text: [],
        returned: false,
      });
      expect(readDsn(Buffer.concat([head, body]))).toMatchObject([
        { verdict: 'gone', messageId: MESSAGE_ID },
      ]);
    });

    it('of a mail whose parts have another boundary than its header names', () => {
      const raw = POSTFIX.toString('latin1').replace('boundary="=_b1"', 'boundary="other"');
      expect(readDsn(Buffer.from(raw, 'latin1'))).toMatchObject([{ verdict: 'gone', messageId: MESSAGE_ID }]);
    });
  });

  describe('finds the mail', () => {
    const returnPath = new ReturnPath('bounces@bounce.example');
    const named = { messageId: null, tag: '901.k3v9x2ab', verdict: 'gone' };

    it.each(['To', 'Delivered-To', 'X-Original-To', 'Envelope-To', 'X-Envelope-To'])(
      'by the return path in %s, if the server returns nothing of it',
      (field) => {
        const headers = [`${field}: <bounces+901.K3V9X2AB@bounce.example>`];
        const raw = textBounce({ headers, text: ['550 5.1.1 No such user'], returned: false });
        expect(readDsn(raw, returnPath)).toMatchObject([named]);
        expect(readDsn(raw)).toEqual([]);
      },
    );

    it('by the return path in a line of Received, or as the sender in a report', () => {
      const text = ['550 5.1.1 No such user'];
      const headers = [
        'Received: from mx (mx [192.0.2.1])',
        '\tfor <bounces+901.k3v9x2ab@bounce.example>; Mon',
      ];
      expect(readDsn(textBounce({ headers, text, returned: false }), returnPath)).toMatchObject([named]);
      const status = [
        'X-Postfix-Sender: rfc822; bounces+901.k3v9x2ab@bounce.example',
        ...statusOf({ Action: 'failed', Status: '5.1.1' }),
      ];
      expect(readDsn(report({ from: FROM, text: 'x', status, returned: null }), returnPath)).toMatchObject([
        named,
      ]);
    });

    it.each([
      ['References', `References: <other@example.com> <${MESSAGE_ID}>`],
      ['In-Reply-To', `In-Reply-To: ${MESSAGE_ID}`],
    ])('by %s', (_field, header) => {
      const raw = textBounce({ headers: [header], text: ['550 5.1.1 No such user'], returned: false });
      expect(readDsn(raw)).toMatchObject([{ messageId: MESSAGE_ID }]);
    });
  });

  it('reads a complaint of Microsoft, which has no report part', () => {
    const raw = mail([
      'From: staff@hotmail.com',
      'Subject: complaint about message from 192.0.2.9',
      'Content-Type: multipart/mixed; boundary=b',
      '',
      '--b',
      'Content-Type: message/rfc822',
      '',
      'X-HmXmrOriginalRecipient: ada@example.com',
      `Message-ID: <${MESSAGE_ID}>`,
      '',
      'Dear Ada',
      '--b--',
    ]);
    expect(readDsn(raw)).toMatchObject([{ verdict: 'complaint', recipient: 'ada@example.com' }]);
  });

  it('gives the same event id to the same mail, and another to another mail', () => {
    const [one, again, other] = [POSTFIX, POSTFIX, POSTFIX_DELAYED].map((raw) => readDsn(raw));
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
    [
      'a person who answers from postmaster@',
      answer(
        { from: 'Ada <postmaster@adas-shop.example>', returnPath: '<postmaster@adas-shop.example>' },
        'Thanks, the cargo bike for 550 EUR is great!',
      ),
    ],
    [
      'a person who answers from postmaster@ and quotes a bounce',
      answer(
        { from: 'postmaster@adas-shop.example', returnPath: null },
        'I got this:\r\n550 5.1.1 User unknown',
      ),
    ],
    [
      'a person who answers from postmaster@ under another subject',
      answer(
        {
          from: 'postmaster@adas-shop.example',
          returnPath: '<postmaster@adas-shop.example>',
          subject: 'Your mail',
        },
        '550 5.1.1 User unknown',
      ),
    ],
    [
      'a person who forwards a bounce',
      answer({ subject: 'Fwd: Undelivered' }, 'Final-Recipient: rfc822; ada@example.com\r\nAction: failed'),
    ],
    ...[
      'Auto-Submitted: auto-replied',
      'Auto-Submitted: auto-generated',
      'X-Autoreply: yes',
      'X-Autorespond: Out of office',
      'Precedence: auto_reply',
      'Precedence: bulk',
      'Precedence: junk',
      'X-Auto-Response-Suppress: All',
    ].map((header): [string, Buffer] => [
      `an automatic reply with ${header}`,
      answer(
        { from: 'Ada <postmaster@example.com>', returnPath: '<>', headers: [header], subject: 'Away' },
        'I am away until 5.1.2027, call 550 12 34.\r\n550 5.1.1 User unknown',
      ),
    ]),
    [
      'an automatic reply without a mark, whose return path is empty',
      answer(
        { returnPath: '<>', subject: 'Out of office' },
        'This user does not exist here any more, call 550 12 34.',
      ),
    ],
    [
      'an automatic reply without a mark that returns our mail',
      textBounce({
        from: 'Ada <ada@example.com>',
        returnPath: '<>',
        subject: 'Automatic reply: How was it?',
        text: ['This address is no longer valid.', ''],
      }),
    ],
    [
      'a program that wants the sender to confirm',
      textBounce({
        from: 'Ada <ada@example.com>',
        returnPath: '<>',
        subject: 'Please confirm your message',
        text: ['Your message was held: unknown sender.', ''],
      }),
    ],
    [
      'a postmaster who is away',
      textBounce({
        from: 'Ada <postmaster@example.com>',
        headers: ['Auto-Submitted: auto-replied'],
        subject: 'Fuori sede',
        text: ['550 5.1.1 User unknown', ''],
      }),
    ],
    [
      'a report that counts mails',
      mail([
        'From: noreply-smtp-tls-reporting@example.com',
        'Content-Type: multipart/report; report-type="tlsrpt"; boundary=b',
        `References: <${MESSAGE_ID}>`,
        '',
        '--b',
        'Content-Type: text/plain',
        '',
        'This is an aggregate report',
        '--b--',
      ]),
    ],
    [
      'a receipt of a person who read the mail',
      mail([
        'From: ada@example.com',
        'Return-Path: <>',
        'Content-Type: multipart/report; report-type=disposition-notification; boundary=b',
        '',
        '--b',
        'Content-Type: message/disposition-notification',
        '',
        'Disposition: manual-action/MDN-sent-manually; displayed',
        `Original-Message-ID: <${MESSAGE_ID}>`,
        '--b--',
      ]),
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
    [
      'quotation marks',
      mail([`From: ${FROM}`, `In-Reply-To: <${MESSAGE_ID}>`, '', '>'.repeat(1_000_000)]),
      1,
    ],
    [
      'replies without a reason',
      mail([`From: ${FROM}`, `In-Reply-To: <${MESSAGE_ID}>`, '', '550 x\n\n'.repeat(100_000)]),
      1,
    ],
    [
      'addresses',
      mail([
        `From: ${FROM}`,
        `In-Reply-To: <${MESSAGE_ID}>`,
        '',
        ...Array.from({ length: 40_000 }, (_, i) => `a${i}@b.example: 550 x`),
      ]),
      20,
    ],
  ])('reads a mail with %s in less than two seconds', (_what, raw, count) => {
    const before = process.cpuUsage();
    expect(readDsn(raw).length).toBeLessThanOrEqual(count);
    expect(process.cpuUsage(before).user / 1_000).toBeLessThan(2_000);
  });

  it('reads the beginning of a mail that is too long', () => {
    const long = Buffer.concat([POSTFIX, Buffer.alloc(2 * MAX_DSN_BYTES, 'x')]);
    expect(readDsn(long)).toMatchObject([{ verdict: 'gone', messageId: MESSAGE_ID }]);
  });
});

/** The Message-ID of the mail that the samples return. */
export const MESSAGE_ID = 'inv.901.k3v9x2ab@reviews.example';

const RETURNED = [
  'From: Bakery <reviews@reviews.example>',
  'To: Ada <ada@example.com>',
  'Subject: How was it?',
  `Message-ID: <${MESSAGE_ID}>`,
  'X-Entity-Ref-ID: 901',
];

interface Report {
  from: string;
  headers?: string[];
  text: string;
  status: string[];
  /** The content type of the returned mail. Null returns none. */
  returned?: string | null;
}

/** Returns a multipart/report as mail servers write it. */
export function report({ from, headers = [], text, status, returned = 'message/rfc822' }: Report): Buffer {
  return mail([
    `From: ${from}`,
    'To: reviews@reviews.example',
    'Subject: Undelivered Mail Returned to Sender',
    ...headers,
    'MIME-Version: 1.0',
    'Content-Type: multipart/report; report-type=delivery-status; boundary="=_b1"',
    '',
    '--=_b1',
    'Content-Type: text/plain; charset=us-ascii',
    '',
    text,
    '',
    '--=_b1',
    'Content-Description: Delivery report',
    'Content-Type: message/delivery-status',
    '',
    ...status,
    '',
    ...(returned === null ? [] : ['--=_b1', `Content-Type: ${returned}`, '', ...RETURNED, '', 'Dear Ada']),
    '--=_b1--',
  ]);
}

export function mail(lines: readonly string[]): Buffer {
  return Buffer.from(`${lines.join('\r\n')}\r\n`);
}

export function statusOf(fields: Record<string, string>): string[] {
  return [
    'Reporting-MTA: dns; mail.reviews.example',
    'Arrival-Date: Tue, 24 Nov 2026 06:00:00 +0000 (UTC)',
    '',
    ...Object.entries(fields).map(([name, value]) => `${name}: ${value}`),
  ];
}

export const POSTFIX = report({
  from: 'MAILER-DAEMON@mail.reviews.example (Mail Delivery System)',
  headers: ['Auto-Submitted: auto-replied'],
  text: 'This is the mail system at host mail.reviews.example.\r\n\r\n<ada@example.com>: host mx.example.com said: 550 5.1.1',
  status: statusOf({
    'Final-Recipient': 'rfc822; ada@example.com',
    'Original-Recipient': 'rfc822;ada@example.com',
    Action: 'failed',
    Status: '5.1.1',
    'Remote-MTA': 'dns; mx.example.com',
    'Diagnostic-Code': 'smtp; 550 5.1.1 <ada@example.com>: Recipient address\r\n    rejected: User unknown',
  }),
  returned: 'text/rfc822-headers',
});

export const POSTFIX_DELAYED = report({
  from: 'MAILER-DAEMON@mail.reviews.example (Mail Delivery System)',
  text: 'THIS IS A WARNING ONLY. YOU DO NOT NEED TO RESEND YOUR MESSAGE.',
  status: statusOf({
    'Final-Recipient': 'rfc822; ada@example.com',
    Action: 'delayed',
    Status: '4.4.1',
    'Diagnostic-Code': 'X-Postfix; connect to mx.example.com[192.0.2.1]:25: Connection timed out',
  }),
  returned: 'text/rfc822-headers',
});

export const EXCHANGE = report({
  from: 'Microsoft Outlook <postmaster@example.com>',
  headers: [`In-Reply-To: <${MESSAGE_ID}>`],
  text: 'Delivery has failed to these recipients or groups: ada@example.com',
  status: [
    'Reporting-MTA: dns;EXCH01.example.com',
    '',
    'Final-Recipient: RFC822;ada@example.com',
    'Action: failed',
    'Status: 5.1.10',
    'Diagnostic-Code: smtp;550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found',
    'X-Display-Name: ada@example.com',
  ],
  returned: null,
});

/** Gmail nests the text and a picture. */
export const GMAIL = mail([
  'From: Mail Delivery Subsystem <mailer-daemon@googlemail.com>',
  'To: reviews@reviews.example',
  'X-Failed-Recipients: ada@example.com',
  'Auto-Submitted: auto-replied',
  'Subject: Delivery Status Notification (Failure)',
  `In-Reply-To: <${MESSAGE_ID}>`,
  'Content-Type: multipart/report; boundary="0001"; report-type=delivery-status',
  '',
  '--0001',
  'Content-Type: multipart/related; boundary="0002"',
  '',
  '--0002',
  'Content-Type: multipart/alternative; boundary="0003"',
  '',
  '--0003',
  'Content-Type: text/plain; charset="UTF-8"',
  '',
  '** Address not found **',
  '',
  '--0003',
  'Content-Type: text/html; charset="UTF-8"',
  '',
  '<html><body>Address not found</body></html>',
  '',
  '--0003--',
  '--0002',
  'Content-Type: image/png; name="icon.png"',
  'Content-Disposition: attachment; filename="icon.png"',
  'Content-Transfer-Encoding: base64',
  'Content-ID: <icon.png>',
  '',
  'iVBORw0KGgo=',
  '--0002--',
  '--0001',
  'Content-Type: message/delivery-status',
  '',
  'Reporting-MTA: dns; googlemail.com',
  `X-Original-Message-ID: <${MESSAGE_ID}>`,
  '',
  'Final-Recipient: rfc822; ada@example.com',
  'Action: failed',
  'Status: 5.2.1',
  'Diagnostic-Code: smtp; 550-5.2.1 The email account that you tried to reach is inactive.',
  '',
  '--0001',
  'Content-Type: message/rfc822',
  '',
  ...RETURNED,
  '',
  'Dear Ada',
  '--0001--',
]);

/** Exim before 4.87, and qmail, send no delivery status. */
export const EXIM = mail([
  'From: Mail Delivery System <Mailer-Daemon@mail.reviews.example>',
  'To: reviews@reviews.example',
  'Subject: Mail delivery failed: returning message to sender',
  'X-Failed-Recipients: ada@example.com',
  'Auto-Submitted: auto-generated',
  '',
  'This message was created automatically by mail delivery software.',
  '',
  'A message that you sent could not be delivered to one or more of its',
  'recipients. This is a permanent error. The following address(es) failed:',
  '',
  '  ada@example.com',
  '    host mx.example.com [192.0.2.1]',
  '    SMTP error from remote mail server after RCPT TO:<ada@example.com>:',
  '    550 No such person at this address',
  '',
  '------ This is a copy of the message, including all the headers. ------',
  '',
  ...RETURNED,
  '',
  'Dear Ada, our version 4.2.2 is out',
]);

export const QMAIL = mail([
  'From: MAILER-DAEMON@mail.reviews.example',
  'To: reviews@reviews.example',
  'Subject: failure notice',
  '',
  'Hi. This is the qmail-send program at mail.reviews.example.',
  "I'm afraid I wasn't able to deliver your message to the following addresses.",
  '',
  '<ada@example.com>:',
  '192.0.2.1 failed after I sent the message.',
  'Remote host said: 552 5.2.2 Mailbox full',
  '',
  '--- Below this line is a copy of the message.',
  '',
  ...RETURNED,
]);

export function complaint(type: string): Buffer {
  return mail([
    'From: <staff@hotmail.example>',
    'To: reviews@reviews.example',
    'Subject: complaint about message from 192.0.2.9',
    'Content-Type: multipart/report; report-type=feedback-report; boundary="b"',
    '',
    '--b',
    'Content-Type: text/plain',
    '',
    'This is an email abuse report.',
    '--b',
    'Content-Type: message/feedback-report',
    '',
    `Feedback-Type: ${type}`,
    'User-Agent: Feedback/1.0',
    'Version: 1',
    'Original-Rcpt-To: ada@example.com',
    '',
    '--b',
    'Content-Type: message/rfc822',
    'Content-Disposition: inline',
    '',
    ...RETURNED,
    '',
    'Dear Ada',
    '--b--',
  ]);
}

interface TextBounce {
  from?: string;
  returnPath?: string | null;
  headers?: string[];
  subject?: string;
  text: string[];
  /** False returns no headers of our mail. */
  returned?: boolean;
}

/** Returns a bounce in plain text, from MAILER-DAEMON with an empty return path. */
export function textBounce({
  from = 'MAILER-DAEMON@mx.example.com',
  returnPath = '<>',
  headers = [],
  subject = 'failure notice',
  text,
  returned = true,
}: TextBounce): Buffer {
  return mail([
    ...(returnPath === null ? [] : [`Return-Path: ${returnPath}`]),
    `From: ${from}`,
    'To: reviews@reviews.example',
    `Subject: ${subject}`,
    ...headers,
    '',
    ...text,
    '',
    ...(returned ? RETURNED : []),
  ]);
}

/** What a person's mail program answers during a holiday. */
export const HOLIDAY = mail([
  'From: Ada <ada@example.com>',
  'To: reviews@reviews.example',
  'Subject: Out of office',
  `In-Reply-To: <${MESSAGE_ID}>`,
  'Auto-Submitted: auto-replied',
  '',
  'I am away. For errors such as 550 5.1.1 write to our postmaster.',
]);

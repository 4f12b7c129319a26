import { type MailReply, type MailVerdict, verdictOf } from './mail-reply';
import { PROVIDER_REPLIES } from './provider-replies';

type Kind = [MailVerdict | 'nothing', [string, string][]];

/** Who answers so, and the reply. The texts are those of the servers; addresses, hosts and times are invented. */
const REPLIES: Kind[] = [
  [
    'gone',
    [
      ['a server that looks the person up', '550 Unable to find recipient'],
      ['a server that looks the person up', '550 Bad address'],
      ['a company', '550 This person no longer works here'],
      ['Exim', '550 unknown local-part "kim" in domain "shop.example"'],
      ['a server that names only the address', '550 <kim@shop.example> does not exist'],
      ['a server that names only the address', '550 5.7.1 <kim@shop.example> not found'],
      ['a server with a directory', '550 Recipient not in directory'],
      ['a Spanish server', '550 Dirección no encontrada'],
      [
        'Gmail in Spanish',
        'Tu mensaje no se ha entregado a kim@shop.example porque no se ha encontrado la dirección',
      ],
      ['Gmail in Italian', "L'indirizzo non è stato trovato"],
      ['a Portuguese server', '550 Destinatário não encontrado'],
      ['a Russian server', '550 Пользователь не найден'],
      ['PHPMailer-BMH, about the domain', 'kim@shop.example Domain not existing'],
      [
        'Exim, which asked the server behind it',
        '550-Callout verification failed:\r\n550 550 5.1.1 Recipient unknown',
      ],
      ['Barracuda', '550 permanent failure for one or more recipients (kim@shop.example:unknown user)'],
      [
        'an older server',
        '550 5.1.1 kim@shop.example does not exist here, please check the address. Message rejected',
      ],
      [
        'a server that words it for the domain',
        '550 kim@shop.example: No such user - rejected by the recipient server',
      ],
      ['a Spanish server', '550 Usuario no encontrado'],
      ['a server that explains it', '550 No such user. Could not deliver mail to this user.'],
      ['a French server', '550 Compte désactivé'],
      ['a German server', '550 Ungültiger Empfänger'],
      [
        'Postfix',
        '550 5.1.1 <kim@shop.example>: Recipient address rejected: User unknown in local recipient table',
      ],
      [
        'Postfix',
        '550 5.1.1 <kim@shop.example>: Recipient address rejected: User unknown in relay recipient table',
      ],
      [
        'Postfix that sends another code',
        '554 5.7.1 <kim@shop.example>: Recipient address rejected: User unknown in local recipient table',
      ],
      ['Sendmail', '550 5.1.1 <kim@shop.example>... User unknown'],
      ['Sendmail, moved', '551 5.1.6 <kim@shop.example>: not our customer'],
      ['Exim', '550 No such user here'],
      ['Exim', '550 Unrouteable address'],
      ['qmail', '553 sorry, no mailbox here by that name (#5.7.1)'],
      ['qmail', '511 sorry, no mailbox here by that name (#5.1.1 - chkuser)'],
      ['Exchange', '550 5.1.10 RESOLVER.ADR.RecipientNotFound; Recipient not found by SMTP address lookup'],
      [
        'Microsoft 365',
        '550 5.4.1 Recipient address rejected: Access denied. [DB5EUR01FT039.eop-EUR01.prod.protection.outlook.com]',
      ],
      ['Microsoft 365', '550 5.4.1 [kim@shop.example]: Recipient address rejected: Access denied'],
      ['Outlook.com', '550 5.5.0 Requested action not taken: mailbox unavailable (S2017062302).'],
      [
        'Gmail',
        "550-5.1.1 The email account that you tried to reach does not exist. Please try\r\n550-5.1.1 double-checking the recipient's email address for typos or\r\n550 5.1.1 unnecessary spaces. a1-20020a05.12 - gsmtp",
      ],
      [
        'Gmail, wrapped elsewhere',
        '550-5.0.0 The email account that you tried to reach does\r\n550 5.0.0 not exist',
      ],
      ['Gmail', '550 5.2.1 The email account that you tried to reach is disabled'],
      ['Gmail', '550-5.2.1 The email account that you tried to reach is inactive. d9 - gsmtp'],
      ['Yahoo', "554 delivery error: dd This user doesn't have a yahoo.com account (kim@yahoo.com) [0]"],
      [
        'Yahoo',
        '554 delivery error: dd Sorry your message to kim@yahoo.com cannot be delivered. This account has been disabled or discontinued [#102]. - mta4.example',
      ],
      ['Yahoo', '554 delivery error: dd Not a valid recipient - atlas315.free.mail.ne1.yahoo.com'],
      ['AOL', '550 5.1.1 <kim@aol.com>: Email address could not be found, or was misspelled (G8)'],
      ['iCloud', '550 5.1.1 <kim@icloud.com>: inactive email address'],
      ['iCloud', '550 5.1.6 recipient no longer on server: kim@mac.com'],
      ['GMX', '550 Requested action not taken: mailbox unavailable'],
      [
        'GMX',
        '550-Requested action not taken: mailbox unavailable\r\n550 For explanation visit https://postmaster.gmx.net/en/case?c=r0103&i=ip&v=203.0.113.7',
      ],
      ['web.de', '550 Benutzer nicht bekannt/User unknown'],
      ['web.de', '550 Unknown local part kim in <kim@web.de>'],
      ['T-Online', '550 5.1.1 user unknown'],
      ['Orange', '550 5.1.1 Adresse d au moins un destinataire invalide. Invalid recipient. OFR_416 [416]'],
      ['La Poste', '550 5.5.0 Adresse destinataire invalide. Invalid recipient. LPN007_416'],
      ['SFR', '550 5.1.1 <kim@sfr.fr>: Recipient address rejected: User unknown'],
      ['Free', '550 5.1.1 <kim@free.fr>: Recipient address rejected: utilisateur inconnu !'],
      ['Libero', '550 RCPT TO:<kim@libero.it> User unknown'],
      ['Aruba', '550 <kim@aruba.it> User does not exist'],
      [
        'Tencent QQ',
        '550 Mailbox not found. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000728',
      ],
      ['NetEase', '550 User not found: kim@163.com'],
      ['Coremail', '550 #2175041 unavailable mail user'],
      [
        'Mail.ru',
        '550 Message was not accepted -- invalid mailbox.  Local mailbox kim@mail.ru is unavailable: user not found',
      ],
      [
        'Mail.ru',
        '550 Message was not accepted -- invalid mailbox. Local mailbox kim@mail.ru is unavailable: account is disabled',
      ],
      ['Yandex', '550 5.7.1 No such user!'],
      ['Zoho', '550 5.1.1 User does not exist - <kim@shop.example>'],
      ['Comcast', '550 5.1.1 Not our Customer'],
      ['Cox', '550 5.1.1 <kim@cox.net> recipient rejected'],
      ['Mimecast', '550 Invalid Recipient - https://community.mimecast.com/docs/DOC-1369#550 [abc.eu1]'],
      ['Cisco', '550 #5.1.0 Address rejected.'],
      [
        'Barracuda',
        '550 permanent failure for one or more recipients (kim@shop.example:550 5.1.1 <kim@shop.example>... User unknown)',
      ],
      ['Amazon WorkMail', '550 5.1.1 Mailbox does not exist'],
      ['Lotus Domino', '550 kim@shop.example... No such user'],
      ['Domino', 'User kim (kim@shop.example) not listed in Domino Directory'],
      ['au', '550 <kim@au.com>: User unknown'],
      ['docomo', '550 Unknown user kim@docomo.ne.jp'],
      ['SoftBank', '550 Invalid recipient: <kim@i.softbank.jp>'],
      ['Naver', '550 5.1.1 No such user - psmtp'],
      ['the words of RFC 5321', '552 1 Requested mail action aborted, mailbox not found'],
      ['a server in Spanish', '550 5.0.0 El usuario no existe'],
      ['a server in Italian', '550 5.0.0 Utente sconosciuto'],
      ['a server in German', '550 Unbekannter Benutzer'],
      ['a sentence that ends with the code', '550 Sorry, this address is closed (#5.2.1)'],
      [
        'Postfix, no such domain',
        'Host or domain name not found. Name service error for name=shop.example type=AAAA: Host not found',
      ],
      ['qmail, no such domain', "Sorry, I couldn't find any host named shop.example. (#5.1.2)"],
      ['RFC 7505', '556 5.1.10 Recipient address has null MX'],
    ],
  ],
  [
    'full',
    [
      ['a server that words it at length', '550 The mailbox of the recipient is full'],
      ['a German server', '552 Mailbox voll'],
      ['a German server', '552 Speicherplatz erschöpft'],
      ['NetEase', '552 邮箱空间不足'],
      [
        'Outlook.com',
        "552 5.2.2 This message is larger than the current system limit or the recipient's mailbox is full. Create a shorter message body or remove attachments and try sending it again.",
      ],
      ['Yahoo', '552 recipient storage full, try again later'],
      [
        'Exim, which asked the server behind it',
        "550-Callout verification failed:\r\n550 550 Recipient's mailbox is full, user account inactive",
      ],
      ['an older server', '552 Recipient has no mailbox space left'],
      ['Dovecot', '552 5.2.2 <kim@shop.example> Quota exceeded (mailbox for user is full)'],
      ['Exim', '550 Mailbox quota exceeded'],
      ['qmail', '552 sorry, over quota (#5.2.2)'],
      [
        'qmail with the code of an unknown mailbox',
        '552 sorry, mailbox kim@shop.example is over quota temporarily (#5.1.1)',
      ],
      [
        'Gmail',
        "452-4.2.2 The recipient's inbox is out of storage space. Please direct the recipient to\r\n452 4.2.2 https://support.google.com/mail/?p=OverQuotaTemp a1 - gsmtp",
      ],
      ['Exchange', '554 5.2.2 STOREDRV.Deliver; mailbox full'],
      [
        'Exchange',
        '550 5.2.2 STOREDRV.Deliver.Exception:QuotaExceededException.MapiExceptionShutoffQuotaExceeded',
      ],
      ['iCloud', '552 5.2.2 <kim@icloud.com>: user is over quota'],
      ['Orange', '552 5.1.1 Boite du destinataire pleine. Recipient overquota. OFR_417 [417]'],
      [
        'web.de',
        '550 Benutzer hat das Speichervolumen ueberschritten. / User has exhausted allowed storage space.',
      ],
      [
        'web.de',
        '550 Benutzer hat zuviele Mails auf dem Server. / User has too many messages on the server.',
      ],
      ['docomo', '552 Too much mail data'],
      ['the words of RFC 5321', '552 Requested mail action aborted: exceeded storage allocation'],
      ['a status alone', '552 5.2.2 Sorry'],
      ['for now', '452 4.2.2 Mailbox full'],
    ],
  ],
  [
    'policy',
    [
      [
        'Microsoft 365, about the TLS of the recipient',
        '550 5.7.321 starttls-not-supported: Destination mail server must support TLS to receive mail',
      ],
      [
        'Microsoft 365, a person with a limit',
        '554 5.2.122 The recipient has exceeded their limit for the number of messages they can receive per hour',
      ],
      ['AOL, about the relay', '521 5.2.1 : (CON:B1) https://postmaster.aol.com/error-codes'],
      ['AOL, about the relay', '554 (RTR:BL) https://postmaster.aol.com/error-codes#554rtrbl'],
      ['a server that guards its users', '550 Your host is sending to too many non-existent users'],
      ['SPF in other words', '550 [203.0.113.7] is not allowed to send mail from plaudit.example'],
      ['a person who refuses', '553 User refused to receive this mail.'],
      ['a person with a list of contacts', "550 Recipient filter: sender not found in recipient's contacts"],
      [
        'a person who is away for long',
        '550 5.2.1 due to extended inactivity new mail is not currently being accepted for this mailbox',
      ],
      ['a mailbox that is closed for now', '550 mailbox inactive temporarily'],
      ['a mailbox that moves', "550 User's mailbox is being migrated, try later"],
      ['a mailbox that comes back', '550 5.2.0 mailbox unavailable: try again later'],
      ['a mailbox that was never opened', '550 User account not activated'],
      ['a list', '550 this address is closed to outside senders'],
      ['a list', '550 the email address used to send your message is not subscribed to this group'],
      ['a person with a limit', '550 The recipient has exceeded their daily receiving limit'],
      ['a server with a fault', '554 5.3.5 Remote server configuration error'],
      ['a server that is down', '554 Service currently unavailable'],
      ['a loop', '554 Message looping (received 6 times)'],
      ['a Spanish server', '550 Mensaje rechazado por política'],
      ['a German server', '550 Ihre Nachricht wurde abgelehnt'],
      ['an Italian server', '550 Messaggio rifiutato'],
      [
        'Exchange, a person who takes mail of few senders',
        '550 5.7.1 You do not have permission to send to this recipient',
      ],
      ['Exchange, a group', '550 5.7.1 The sender is not authorized to send to this group'],
      ['a list of senders', '550 5.7.1 Sender not in list of allowed senders'],
      [
        'Cox, about the relay',
        '550 5.1.0 <reviews@plaudit.example> sender rejected. Refer to Error Codes section at https://www.cox.com/residential/support/email-error-codes.html for more information. AUP#CDRBL',
      ],
      ['a person with a list of contacts', '550 5.7.1 Recipient refuses mail from unknown addresses'],
      ['a list of domains', '550 Your domain does not exist in our whitelist'],
      ['a list of addresses', '550 5.7.1 Recipient not found in allowed list'],
      ['a person who blocks a domain', '550 This user no longer accepts mail from your domain'],
      ['a person with a list of contacts', '550 Recipient has not enabled mail from unknown senders'],
      ['a mailbox for colleagues', "550 5.7.1 The user's mailbox is not active for external senders"],
      ['a server that looks the relay up', '550 5.7.1 Your host name is not found'],
      ['a server that looks the relay up', '550 unknown host name in EHLO'],
      ['a mailbox that is moved', '550 5.3.2 Mailbox closed for maintenance'],
      ['a server that judges domains', '550 5.7.1 Email rejected because sender domain has poor reputation'],
      [
        'a person with a list of contacts',
        "550 5.1.1 The recipient's mailbox only accepts messages from known senders",
      ],
      [
        'a person with a list of contacts',
        '550 5.2.1 The recipient does not accept mails from unknown senders',
      ],
      ['a server that looks the relay up', '550 Mail from unknown host rejected'],
      [
        'GMX',
        '550 Requested action not taken: mailbox unavailable. Sender IP blocked, see https://postmaster.gmx.net/en',
      ],
      [
        'the text of RFC 5321 with a code of policies',
        '550 5.7.1 Requested action not taken: mailbox unavailable',
      ],
      [
        'cPanel',
        '550-"JunkMail rejected - mail.example [203.0.113.7]:40312 is\r\n550-in an RBL, see\r\n550 https://blocklist.example/query/ip/203.0.113.7"',
      ],
      [
        'a code on the last line',
        '550-Your message was blocked for policy reasons.\r\n550 5.7.1 Contact postmaster',
      ],
      [
        'Postfix',
        '554 5.7.1 Service unavailable; Client host [203.0.113.7] blocked using zen.spamhaus.org; https://www.spamhaus.org/query/ip/203.0.113.7',
      ],
      ['only the address of a block list', '553 5.1.3 http://www.spamhaus.org/query/bl?ip=203.0.113.7'],
      [
        'a block with the code of a mailbox',
        '550 5.2.1 Mailbox unavailable. Your IP address 203.0.113.7 is blacklisted using SPAMHAUS-XBL.',
      ],
      [
        'Outlook.com',
        "550 SC-001 (COL004) Unfortunately, messages from 203.0.113.7 weren't sent. Part of its network is on our block list",
      ],
      [
        'Outlook.com, nested',
        '550 Mailbox unavailable. The server response was: 550 5.7.1 Service refused (S3150)',
      ],
      [
        'Microsoft 365',
        '550 5.7.606 Access denied, banned sending IP [203.0.113.7]. To request removal visit https://sender.office.com/',
      ],
      ['Microsoft 365', '550 5.7.708 Access denied, traffic not accepted from this IP.'],
      ['Microsoft 365, members only', '550 5.7.1 RESOLVER.RST.AuthRequired; authentication required'],
      [
        'Microsoft 365, members only',
        '550 5.7.133 RESOLVER.RST.SenderNotAuthenticatedForGroup; authentication required',
      ],
      [
        'Gmail',
        "550-5.7.26 Unauthenticated email from shop.example is not accepted due to domain's DMARC policy.",
      ],
      [
        'Gmail',
        '550-5.7.1 [203.0.113.7] Our system has detected that this message is likely unsolicited mail.',
      ],
      [
        'Gmail',
        '550-5.7.26 Your email has been blocked because the sender is unauthenticated. Gmail requires all senders to authenticate with either SPF or DKIM.',
      ],
      [
        'Gmail',
        '550-5.2.1 The user you are trying to contact is receiving mail at a rate that prevents additional messages from being delivered.',
      ],
      [
        'Yahoo',
        '554 5.7.9 Message not accepted for policy reasons. See https://senders.yahooinc.com/error-codes',
      ],
      [
        'Yahoo',
        "553 5.7.1 [BL21] Connections will not be accepted from 203.0.113.7, because the ip is in Spamhaus's list",
      ],
      [
        'iCloud',
        '550 5.7.1 [CS01] Message rejected due to local policy. Please visit https://support.apple.com/en-us/HT204137',
      ],
      ['iCloud', '554 5.7.1 [HM08] Message rejected due to content restrictions'],
      [
        'GMX',
        '554-gmx.net (mxgmx104) Nemesis ESMTP Service not available\r\n554-No SMTP service\r\n554-IP address is block listed.\r\n554 For explanation visit https://postmaster.gmx.net/en/case?c=r0201',
      ],
      [
        'T-Online',
        '554 IP=203.0.113.7 - A problem occurred. (Ask your postmaster for help or to contact tosa@rx.t-online.example to clarify.) (BL)',
      ],
      ['Orange', '550 5.2.0 Mail rejete. Mail rejected. OFR_506 [506]'],
      [
        'Orange',
        '550 mwinf5c04 ME Adresse IP source bloquee pour incident de spam. Client host blocked for spamming issues. OFR006_102',
      ],
      ['Free', '550 too many spams from your IP (203.0.113.7), please visit http://postmaster.free.fr/'],
      [
        'Tencent QQ',
        '550 Ip frequency limited [x]. http://service.mail.qq.com/cgi-bin/help?subtype=1&&id=20022&&no=1000725',
      ],
      [
        'Tencent QQ',
        '550 Mailbox unavailable or access denied [x]. https://service.mail.qq.com/detail/122/166',
      ],
      ['NetEase', '554 DT:SPM 163 mx12,x. http://mail.163.com/help/help_spam_16.htm'],
      ['Mail.ru', '550 spam message rejected. Please visit http://help.mail.ru/notspam-support/id?c=x'],
      ['Yandex', '554 5.7.1 Message rejected under suspicion of SPAM; https://ya.cc/1IrBc'],
      [
        'Comcast',
        '554 resimta-po-11v.sys.comcast.net comcast 203.0.113.7 found on one or more DNSBLs, see http://postmaster.comcast.net/smtp-error-codes.php#BL000010',
      ],
      ['Cox', '554 cox 203.0.113.7 blocked. Refer to https://www.cox.com/error-codes.html AUP#CXBL'],
      [
        'AT&T',
        '553 5.3.0 flph825 DNSBL:ATTRBL 521< 203.0.113.7 >_is_blocked.For assistance forward this email to abuse_rbl@abuse-att.net',
      ],
      ['Proofpoint', '550 5.7.0 Blocked - see https://ipcheck.proofpoint.com/?ip=203.0.113.7'],
      ['Mimecast', '554 Email rejected due to security policies - MCSpamSignature.x'],
      [
        'Mimecast',
        '550 Administrative prohibition - envelope blocked - https://community.mimecast.com/docs/DOC-1369#550',
      ],
      ['Barracuda', '550 5.7.1 Message content rejected, UBE, id=00000-22-225'],
      [
        'Cisco',
        "554 Your access to this mail system has been rejected due to the sending MTA's poor reputation.",
      ],
      ['Zoho', '554 5.7.7 Email policy violation detected'],
      ['a scanner', '554 5.7.1 Message contains spam or virus'],
      ['a filter of the person', '550 5.7.1 Message rejected due to user rules'],
      [
        'SPF in a reply about the recipient',
        '550 5.7.1 <kim@shop.example>: Recipient address rejected: Message rejected due to: SPF fail - not authorized',
      ],
      ['a limit on unknown recipients', '550 Too many invalid recipients from your host'],
      ['a size', '552 5.3.4 Message size exceeds fixed maximum message size (10485760)'],
      ['a locked mailbox', '550 Mailbox is frozen. See http://mail.i.example/err/3/'],
      ['a suspended mailbox', '550 5.2.1 This account has been temporarily suspended'],
      [
        'a server that gives up',
        "I'm not going to try again; this message has been in the queue too long. (#4.4.1)",
      ],
      ['Exim that gives up', 'retry timeout exceeded'],
      ['a status alone', '550 5.7.1 Sorry'],
    ],
  ],
  [
    'operator',
    [
      ['a server that looks the sender up', "550 Sender's domain does not exist"],
      ['a server that looks the sender up', '550 5.7.1 The domain in your From header does not exist'],
      ['a server that looks the sender up', '550 Reply-to address not valid'],
      ['a French server, about the sender', "550 Adresse de l'expéditeur inconnue"],
      ['a Spanish server, about the sender', '550 Dominio del remitente no existe'],
      ['a German server, about the sender', '550 Absenderadresse existiert nicht'],
      ['a relay that wants a login', '503 5.5.4 Error: send AUTH command first'],
      ['a relay that wants POP first', '550 You must check for new mail before sending mail'],
      ['SendGrid', '451 Authentication failed: Maximum credits exceeded'],
      ['Mailgun', '554 Sandbox subdomains are for test purposes only. Please add your own domain'],
      [
        'cPanel, on the sender',
        '550-Verification failed for <reviews@plaudit.example>\r\n550-The mail server could not deliver mail to reviews@plaudit.example.  The account or domain may not exist, they may be blacklisted, or missing the proper dns entries.\r\n550 Sender verify failed',
      ],
      [
        'cPanel, on its own limit',
        '550 Domain plaudit.example has exceeded the max emails per hour (100/100 (100%)) allowed. Message discarded.',
      ],
      [
        'Postfix, which asked the server of the sender',
        '550 5.1.7 <reviews@plaudit.example>: Sender address rejected: undeliverable address: host mx.plaudit.example[192.0.2.1] said: 550 5.1.1 User unknown (in reply to RCPT TO command)',
      ],
      ['a server that looks the sender up', "550 The sender's mailbox does not exist"],
      ['a server that looks the sender up', '550 Your sender address reviews@plaudit.example does not exist'],
      ['a server that looks the sender up', '550 5.1.0 sender mailbox unavailable'],
      ['a relay that knows nobody', "550 reviews@plaudit.example isn't allowed to relay"],
      ['a relay with addresses for each account', '553 5.7.1 You are not allowed to use this sender address'],
      ['Exchange, about the domain of the sender', '550 5.7.27 Sender address has null MX'],
      ['Resend', '550 The plaudit.example domain is not verified. Please, add and verify your domain'],
      ['Exim', '550 relay not permitted'],
      ['Postfix', '554 5.7.1 <kim@shop.example>: Relay access denied'],
      ['Postfix, for now', '454 4.7.1 <kim@shop.example>: Relay access denied'],
      ['qmail', "553 sorry, that domain isn't in my list of allowed rcpthosts (#5.7.1)"],
      ['Exchange', '550 5.7.54 SMTP; Unable to relay recipient in non-accepted domain'],
      ['Microsoft 365', '550 5.7.64 TenantAttribution; Relay Access Denied'],
      ['Gmail', '550-5.7.1 Invalid credentials for relay [203.0.113.7]. The IP address you have registered'],
      ['a login', '550 Please turn on SMTP Authentication in your mail client'],
      ['a login', '530 5.7.0 Authentication required'],
      ['a login', '550 5.7.1 Client was not authenticated'],
      ['a login', '554 5.7.8 Error: authentication failed: UGFzc3dvcmQ6'],
      ['no TLS', '530 5.7.0 Must issue a STARTTLS command first'],
      [
        'Exim, sender callout',
        '550-Verification failed for <reviews@shop.example>\r\n550-No such person at this address\r\n550 Sender verify failed',
      ],
      ['Postfix, sender', '450 4.1.8 <reviews@shop.example>: Sender address rejected: Domain not found'],
      ['Postfix, sender', '553 5.7.1 <reviews@shop.example>: Sender address rejected: not owned by user kim'],
      [
        'Sendmail, sender',
        '553 5.1.8 <reviews@shop.example>... Domain of sender address reviews@shop.example does not exist',
      ],
      [
        'Amazon SES',
        '554 Message rejected: Email address is not verified. The following identities failed the check in region EU-WEST-1: reviews@shop.example',
      ],
      ['Amazon SES', '454 Throttling failure: Sending paused for this account.'],
      ['Gmail, limit', '550 5.4.5 Daily user sending limit exceeded.'],
      ['Microsoft 365, limit', '554 5.2.2 Submission quota exceeded'],
      ['Microsoft 365, sender', '550 5.7.60 SMTP; Client does not have permissions to send as this sender'],
      [
        'Microsoft 365, sender',
        '554 5.2.0 STOREDRV.Submission.Exception:SendAsDeniedException.MapiExceptionSendAsDenied',
      ],
      ['Mail.ru, login', '550 message sending for this account is disabled'],
      ['a host name', '504 5.5.2 <localhost>: Helo command rejected: need fully-qualified hostname'],
    ],
  ],
  [
    'later',
    [
      ['greylisting', '451 4.7.1 Greylisting in action, please come back later'],
      ['greylisting with a permanent code', '550 5.7.1 Greylisted, please try again in 300 seconds'],
      ['Gmail', '421 4.7.0 Try again later'],
      ['Gmail', '450-4.2.1 The user you are trying to contact is receiving mail too quickly.'],
      [
        'Yahoo',
        '421 4.7.0 [TSS04] Messages from 203.0.113.7 temporarily deferred due to unexpected volume or user complaints',
      ],
      [
        'Microsoft',
        '451 4.7.650 The mail server [203.0.113.7] has been temporarily rate limited due to IP reputation.',
      ],
      ['Amazon SES', '454 Throttling failure: Maximum sending rate exceeded.'],
      ['Amazon SES', '454 Throttling failure: Daily message quota exceeded.'],
      ['a full disk', '452 4.3.1 Insufficient system storage'],
      ['a block', '421 4.7.1 203.0.113.7 blocked using zen.spamhaus.org'],
      [
        'an unknown user, for now',
        '450 4.1.1 <kim@shop.example>: Recipient address rejected: User unknown in virtual alias table',
      ],
      ['a delay', 'connection timed out; your message has been delayed'],
      ['nothing', '451'],
    ],
  ],
  [
    'nothing',
    [
      ['a bounce address that is not that of the person', '550 bounce address not found'],
      ['a code alone', '550'],
      ['a code alone', '551 No'],
      ['a code alone', '553 Requested action not taken'],
      ['a status alone that says nothing', '550 5.0.0 Rejected'],
      ['an address whose name says something', '550 <user.unknown@shop.example>: Rejected'],
      ['a host whose name says something', '550 user-unknown.spam.example rejects this'],
      [
        'a reply that is not understood in one that guesses',
        '550 Unknown recipient or mailbox unavailable. The server response was: 550 Computer says no',
      ],
      ['an address of a computer', '550 Your IP address 203.0.113.7 is invalid'],
      ['no text', ''],
    ],
  ],
];

const WITH_STATUS: [string, MailReply, MailVerdict | null][] = [
  ['a status beside a text that says nothing', { text: 'smtp; 550', status: '5.1.1' }, 'gone'],
  [
    'the code of the text before a status that says nothing',
    { text: '550 5.7.1 No', status: '5.0.0' },
    'policy',
  ],
  [
    'the code of the text before the status of the report',
    { text: '550 5.7.1 No', status: '5.1.1' },
    'policy',
  ],
  ['the text before both', { text: '550 5.1.1 Mailbox full', status: '5.1.1' }, 'full'],
  ['a delay', { text: 'connection timed out', status: '4.4.1' }, 'later'],
  [
    'a failure with the status of a delay',
    { text: 'connection timed out', status: '4.4.1', final: true },
    'policy',
  ],
  [
    'an unknown user when the last attempt has failed',
    { text: '450 4.1.1 User unknown', status: '4.1.1', final: true },
    'gone',
  ],
  [
    'a mailbox that refuses mail for a while, when the last attempt has failed',
    { text: '450 Requested mail action not taken: mailbox unavailable', final: true },
    'policy',
  ],
  [
    'a full mailbox that stays full',
    { text: '452 4.2.2 Mailbox full', status: '4.2.2', final: true },
    'full',
  ],
  ['a permanent failure of DNS', { text: 'Domain name not found', status: '4.0.0', final: true }, 'gone'],
  [
    'a lookup that Postfix repeats',
    { text: 'Name service error for domain shop.example: Host not found, try again', final: true },
    'policy',
  ],
  [
    "the reply within Cisco's",
    {
      text: "5.1.0 - Unknown address error 550-'5.7.1 <kim@shop.example>... Access denied' (delivery attempts: 0)",
    },
    'policy',
  ],
  ['a passing failure of DNS', { text: 'Host not found, try again', status: '4.4.3' }, 'later'],
  [
    'a fault of the sender in the words of a recipient',
    { text: '550 No such user', command: 'mail' },
    'operator',
  ],
  [
    'the command that Postfix names',
    { text: '550 No such user (in reply to MAIL FROM command)' },
    'operator',
  ],
  ['a refusal on connect', { text: '554 No such host', command: 'connect' }, 'policy'],
  [
    'docomo, when it has the mail',
    {
      text: 'host mfsmax.docomo.ne.jp[192.0.2.1] said: 550 Unknown user kim@docomo.ne.jp (in reply to end of DATA command)',
    },
    'policy',
  ],
  ['a status that is no status', { text: 'x', status: '__proto__' }, null],
];

describe('verdictOf', () => {
  describe.each(REPLIES)('returns %s', (want, replies) => {
    it.each(replies)('for a reply of %s: %s', (_who, text) => {
      expect(verdictOf({ text })).toBe(want === 'nothing' ? null : want);
    });
  });

  it.each(WITH_STATUS)('reads %s', (_name, reply, want) => {
    expect(verdictOf(reply)).toBe(want);
  });

  it.each([
    ['spaces', ' '.repeat(5_000_000)],
    ['words of each phrase', 'user recipient mailbox address account sender relay quota '.repeat(100_000)],
    ['one word', 'a'.repeat(5_000_000)],
    ['full stops', 'user.'.repeat(1_000_000)],
    ['codes', '550 5.1. '.repeat(500_000)],
    ['nested replies', 'said: 5'.repeat(500_000)],
    ['at signs', '@'.repeat(5_000_000)],
    ['brackets', '<<<->('.repeat(1_000_000)],
  ])('takes bounded time for a long reply of %s', (_name, text) => {
    const before = process.cpuUsage();
    verdictOf({ text, status: text });
    const { user, system } = process.cpuUsage(before);
    expect((user + system) / 1_000).toBeLessThan(500);
  });

  it('has a source for every reply of a provider', () => {
    for (const { source } of PROVIDER_REPLIES) expect(source).toMatch(/^https:\/\/\S+$/);
  });
});

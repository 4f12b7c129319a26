export { MAIL_VERDICTS, type MailReply, type MailVerdict, verdictOf } from './mail-reply';
export { type MailOutcome } from './mail-outcome';
export { domainOf, isAddress, type Mailbox, mailProblems, readMailbox } from './mail-settings';
export { type MailMessage, MailTransport } from './mail-transport';

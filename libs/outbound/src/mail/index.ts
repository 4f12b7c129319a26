export { type MailOutcome } from './mail-outcome';
export { domainOf, isAddress, type Mailbox, mailProblems, readMailbox } from './mail-settings';
export { type MailMessage, MailTransport } from './mail-transport';

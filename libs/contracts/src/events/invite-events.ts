import { defineEvent } from './define-event';
import { date, exampleOf, integer, nullable, number, oneOf, payloadClass, text } from './fields';

/** How an invitation is sent. */
export const INVITE_TYPES = ['email', 'sms'] as const;
export type InviteType = (typeof INVITE_TYPES)[number];

export const INVITE_FIELDS = {
  id: integer({ description: 'Id of the invitation request', example: 901 }),
  settings_id: integer({ description: 'Id of the settings profile that it follows', example: 5 }),
  settings_name: text({ description: 'Name of the settings profile', example: 'After a purchase' }),
  parent_id: nullable(
    integer({
      description: 'Id of the request that this reminder follows; null for a first message',
      example: 900,
    }),
    null,
  ),
  step: integer({ description: '0 for the first message, 1 to 3 for its reminders', example: 0 }),
  type: oneOf(INVITE_TYPES, { description: 'How it is sent', example: 'email' }),
  reference: nullable(
    text({ description: 'Reference that the client gave, such as an order number', example: 'order-1042' }),
  ),
  created_on: date({ description: 'When the request was created, UTC', example: '2026-09-18 09:15:00' }),
  happened_on: date({ description: 'When it happened, UTC', example: '2026-09-20 10:00:04' }),
};

export class InvitePayload extends payloadClass(INVITE_FIELDS) {}

const DELIVERIES = ['confirmed', 'unconfirmed', 'kept'] as const;

export const INVITE_SENT_FIELDS = {
  ...INVITE_FIELDS,
  delivery: oneOf(DELIVERIES, {
    description:
      'confirmed: the mail server or provider took the message; unconfirmed: the connection ended before its answer; kept: the server had no mail server or SMS provider, so the message was kept and sent to nobody',
    example: 'confirmed',
  }),
};

export class InviteSentPayload extends payloadClass(INVITE_SENT_FIELDS) {}

export const INVITE_FAILED_FIELDS = {
  ...INVITE_FIELDS,
  error_code: text({ description: 'Why it failed', example: 'hard_bounce' }),
};

export class InviteFailedPayload extends payloadClass(INVITE_FAILED_FIELDS) {}

/** The review that the recipient wrote on the landing page of the invitation. */
export const INVITE_ANSWERED_FIELDS = {
  ...INVITE_FIELDS,
  from_name: text({ description: 'Name that the recipient gave', example: 'Noa Bergman' }),
  from_email: nullable(
    text({
      description: 'Address that the invitation was sent to; null if it was a phone number',
      example: 'noa@example.com',
    }),
  ),
  text: text({ description: 'Plain text with real newlines', example: 'The sourdough is worth the queue.' }),
  rating_value: number({ description: 'From 1 to rating_scale', example: 5 }),
  rating_scale: integer({ description: 'The best possible rating', example: 5 }),
  language: text({ description: 'Language of the page, as BCP 47 spells it', example: 'en' }),
  consent_text: text({
    description: 'The sentence to which the recipient agreed',
    example: 'I agree that my review is published with my name.',
  }),
};

export class InviteAnsweredPayload extends payloadClass(INVITE_ANSWERED_FIELDS) {}

export const inviteQueued = defineEvent({
  name: 'invite.queued',
  version: 1,
  producer: 'invitations',
  payload: InvitePayload,
  summary: 'An invitation or a reminder was scheduled.',
  example: exampleOf(INVITE_FIELDS),
});

export const inviteSent = defineEvent({
  name: 'invite.sent',
  version: 1,
  producer: 'invitations',
  payload: InviteSentPayload,
  summary: 'An invitation or a reminder was handed to the mail server or the SMS provider.',
  example: exampleOf(INVITE_SENT_FIELDS),
});

export const inviteOpened = defineEvent({
  name: 'invite.opened',
  version: 1,
  producer: 'invitations',
  payload: InvitePayload,
  summary: 'The recipient opened the message for the first time.',
  example: exampleOf(INVITE_FIELDS),
});

export const inviteClicked = defineEvent({
  name: 'invite.clicked',
  version: 1,
  producer: 'invitations',
  payload: InvitePayload,
  summary: 'The recipient followed a link of the message for the first time.',
  example: exampleOf(INVITE_FIELDS),
});

export const inviteReviewed = defineEvent({
  name: 'invite.reviewed',
  version: 1,
  producer: 'invitations',
  payload: InvitePayload,
  summary: 'The recipient wrote a review, or the request was marked as reviewed.',
  example: exampleOf(INVITE_FIELDS),
});

export const inviteUnsubscribed = defineEvent({
  name: 'invite.unsubscribed',
  version: 1,
  producer: 'invitations',
  payload: InvitePayload,
  summary: 'The recipient unsubscribed through the message.',
  example: exampleOf(INVITE_FIELDS),
});

export const inviteFailed = defineEvent({
  name: 'invite.failed',
  version: 1,
  producer: 'invitations',
  payload: InviteFailedPayload,
  summary: 'The message could not be delivered: it was refused for good, or it bounced.',
  example: exampleOf(INVITE_FAILED_FIELDS),
});

export const inviteAnswered = defineEvent({
  name: 'invite.answered',
  version: 1,
  producer: 'invitations',
  payload: InviteAnsweredPayload,
  summary: 'The recipient wrote a review on the landing page of the invitation. reviews stores it.',
  example: exampleOf(INVITE_ANSWERED_FIELDS),
});

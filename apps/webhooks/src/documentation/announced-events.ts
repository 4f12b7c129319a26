import {
  channelCrawled,
  exampleOf,
  type Fields,
  inviteClicked,
  inviteFailed,
  inviteReviewed,
  inviteSent,
  inviteUnsubscribed,
  profileError,
  ratingChanged,
  reviewCreated,
  reviewDeleted,
  reviewUpdated,
} from '@plaudit/contracts';
import { REVIEW_STATUS_CHANGED } from '../fan-out/notification';
import {
  CRAWL_DATA,
  INVITE_DATA,
  INVITE_FAILED_DATA,
  INVITE_SENT_DATA,
  PROFILE_ERROR_DATA,
  RATING_DATA,
  REVIEW_DATA,
  REVIEW_STATUS_DATA,
  REVIEW_UPDATE_DATA,
} from '../fan-out/webhook-data';

/** An event as the documentation describes it. */
export interface AnnouncedEvent {
  name: string;
  title: string;
  /** When it is sent, in sentences. */
  summary: string;
  /** The name of the schema of its `data`. Events with the same fields share it. */
  schema: string;
  fields: Fields;
  example: Readonly<Record<string, unknown>>;
}

/** Every event that a webhook may subscribe to, in the order of the documentation. */
export const ANNOUNCED_EVENTS: readonly AnnouncedEvent[] = [
  {
    name: reviewCreated.name,
    title: 'A new review was collected',
    summary:
      'A crawl collected a new review. Reviews that you add through the API or the dashboard, and those that recipients write on the page of an invitation, are not announced.',
    schema: 'WebhookReview',
    fields: REVIEW_DATA,
    example: exampleOf(REVIEW_DATA),
  },
  {
    name: reviewUpdated.name,
    title: 'A review changed',
    summary: 'A review was approved, ignored, edited or tagged, or it changed on its platform.',
    schema: 'WebhookReviewUpdate',
    fields: REVIEW_UPDATE_DATA,
    example: { ...exampleOf(REVIEW_UPDATE_DATA), status: 'approved' },
  },
  {
    name: REVIEW_STATUS_CHANGED,
    title: 'The status of a review changed',
    summary:
      'A review was approved, ignored or moved back to the inbox. Such a review is also sent as `review.updated` to webhooks that subscribe to it, with another id.',
    schema: 'WebhookReviewStatus',
    fields: REVIEW_STATUS_DATA,
    example: { ...exampleOf(REVIEW_STATUS_DATA), status: 'approved' },
  },
  {
    name: reviewDeleted.name,
    title: 'A review was deleted',
    summary: 'A review was deleted, by itself or with its channel. You get its last state.',
    schema: 'WebhookReview',
    fields: REVIEW_DATA,
    example: exampleOf(REVIEW_DATA),
  },
  {
    name: ratingChanged.name,
    title: 'The official rating of a channel changed',
    summary:
      'The official score of a channel changed by at least 0.01, or its official number of reviews changed. The first crawl of a channel is not announced.',
    schema: 'WebhookRating',
    fields: RATING_DATA,
    example: exampleOf(RATING_DATA),
  },
  {
    name: profileError.name,
    title: 'A channel cannot be crawled',
    summary: 'A channel cannot be crawled: its crawl failed for the first time in a row, or it was disabled.',
    schema: 'WebhookProfileError',
    fields: PROFILE_ERROR_DATA,
    example: exampleOf(PROFILE_ERROR_DATA),
  },
  {
    name: channelCrawled.name,
    title: 'A channel was crawled',
    summary:
      'A crawl of a channel ended well. It is sent for every such crawl, at least once a day for each channel, whether it found something new or not.',
    schema: 'WebhookCrawl',
    fields: CRAWL_DATA,
    example: exampleOf(CRAWL_DATA),
  },
  {
    name: inviteSent.name,
    title: 'An invitation was sent',
    summary: 'The mail server or the SMS provider took an invitation or a reminder.',
    schema: 'WebhookInvitationSent',
    fields: INVITE_SENT_DATA,
    example: exampleOf(INVITE_SENT_DATA),
  },
  {
    name: inviteClicked.name,
    title: 'A recipient followed the link of an invitation',
    summary:
      'A person followed a link of an invitation or a reminder. Only the first time is announced, and never the visit of a program that checks links.',
    schema: 'WebhookInvitation',
    fields: INVITE_DATA,
    example: exampleOf(INVITE_DATA),
  },
  {
    name: inviteReviewed.name,
    title: 'An invitation led to a review',
    summary: 'The recipient of an invitation wrote a review, or the request was marked as reviewed.',
    schema: 'WebhookInvitation',
    fields: INVITE_DATA,
    example: exampleOf(INVITE_DATA),
  },
  {
    name: inviteUnsubscribed.name,
    title: 'A recipient unsubscribed',
    summary: 'A recipient unsubscribed through an invitation or a reminder, and gets no more of them.',
    schema: 'WebhookInvitation',
    fields: INVITE_DATA,
    example: exampleOf(INVITE_DATA),
  },
  {
    name: inviteFailed.name,
    title: 'An invitation could not be delivered',
    summary: 'An invitation or a reminder was refused for good, or it bounced.',
    schema: 'WebhookInvitationFailure',
    fields: INVITE_FAILED_DATA,
    example: exampleOf(INVITE_FAILED_DATA),
  },
];

/** Returns the envelope of an event as it is delivered. */
export function exampleEnvelope({ name, example }: AnnouncedEvent): object {
  return {
    id: 'evt_019a2f3c5b7e7f2aa1d3c4b5e6f70819',
    event: name,
    occurred_on: '2026-09-20T02:40:01.000Z',
    data: example,
  };
}

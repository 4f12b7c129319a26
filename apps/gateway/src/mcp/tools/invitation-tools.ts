import { flag, id, integer, text } from '../argument-schemas';
import { ADDS, CHANGES, type JsonSchema, READS, type Tool } from '../tool';

const TYPE = { enum: ['email', 'sms'] };

const NEW_REQUEST: Readonly<Record<string, JsonSchema>> = {
  recipient: text('Email address, or phone number in international form'),
  name: text('Name of the recipient', { maxLength: 120 }),
  type: text('Told by the recipient when left out', TYPE),
  schedule: text(
    'When to send, YYYY-MM-DD HH:MM:SS in UTC; without it and delay the default delay of the settings applies',
  ),
  delay: integer('Send after this many delay_unit; not together with schedule', { minimum: 0 }),
  delay_unit: text('Unit of delay', { enum: ['minutes', 'hours', 'days'] }),
  settings_id: integer('Settings profile; the default one when left out', { minimum: 1 }),
  data: {
    type: 'object',
    description: 'Fields of your own for the templates, with plain values',
    additionalProperties: true,
  },
  country: text('Two-letter country code for phone numbers in national form'),
  timezone: text('Time zone of the recipient, for instance Europe/Paris'),
  channels: {
    type: 'array',
    items: { type: 'integer' },
    description: 'Channel ids to ask for, instead of those of the settings',
  },
  reference: text('Your own id; a repeat returns the first request', { maxLength: 100 }),
  followup: flag('false sends no reminders for this request'),
  ignore_cooldown: flag('true asks also someone who was asked lately'),
};

export const INVITATION_TOOLS: readonly Tool[] = [
  {
    name: 'list_invite_requests',
    title: 'List review invitations',
    description: 'Review invitations by filter, with the count of all that match.',
    method: 'GET',
    path: '/public/v1/invite/requests/get',
    scope: 'invites:read',
    effect: READS,
    arguments: {
      query: {
        status: text(
          'Comma list of pending, sending, sent, reviewed, unsubscribed, failed, cancelled, skipped',
        ),
        status_not: text('Comma list of statuses to leave out'),
        search: text('Part of the name or the recipient'),
        recipient: text('The exact recipient'),
        parent_id: integer('Only the reminders that follow this request', { minimum: 1 }),
        type: text('Only these', TYPE),
        settings_id: integer('Only those of this settings profile', { minimum: 1 }),
        start: integer('How many to pass over', { minimum: 0 }),
        limit: integer('Page size, 25 when left out', { minimum: 1, maximum: 100 }),
        order: text('id when left out', {
          enum: ['id', 'name', 'recipient', 'status', 'schedule', 'sent_on', 'created_on'],
        }),
        sort: text('DESC when left out', { enum: ['ASC', 'DESC'] }),
      },
    },
  },
  {
    name: 'get_invite_activity',
    title: 'Activity of a review invitation',
    description: 'What happened to an invitation: queued, sent, opened, clicked, unsubscribed, reviewed.',
    method: 'GET',
    path: '/public/v1/invite/requests/activity/{id}',
    scope: 'invites:read',
    effect: READS,
    arguments: { path: { id: id('invitation request') } },
  },
  {
    name: 'list_invite_settings',
    title: 'List invitation settings',
    description: 'The settings profiles that invitations are sent with.',
    method: 'GET',
    path: '/public/v1/invite/settings/list',
    scope: 'invites:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'add_invite_request',
    title: 'Invite someone to write a review',
    description:
      'Queues an invitation by email or text message to a customer, with reminders when the settings have them.',
    method: 'POST',
    path: '/public/v1/invite/requests/add',
    scope: 'invites:write',
    effect: { ...ADDS, openWorldHint: true },
    arguments: { body: NEW_REQUEST },
    required: ['recipient'],
  },
  {
    name: 'send_invite_request',
    title: 'Send an invitation now',
    description: 'Sends a pending invitation at once instead of on its schedule. It cannot be called back.',
    method: 'POST',
    path: '/public/v1/invite/requests/send/{id}',
    scope: 'invites:write',
    effect: { ...ADDS, openWorldHint: true },
    arguments: { path: { id: id('invitation request') } },
  },
  {
    name: 'mark_invite_reviewed',
    title: 'Mark an invitation as reviewed',
    description: 'Notes that the recipient wrote a review; the reminders that are left are cancelled.',
    method: 'PUT',
    path: '/public/v1/invite/requests/reviewed/{id}',
    scope: 'invites:write',
    effect: CHANGES,
    arguments: { path: { id: id('invitation request') } },
  },
  {
    name: 'stop_invite_sequence',
    title: 'Cancel the reminders of an invitation',
    description: 'Cancels the reminders of an invitation that are still pending; the request itself stays.',
    method: 'POST',
    path: '/public/v1/invite/requests/stop_sequence/{id}',
    scope: 'invites:write',
    effect: CHANGES,
    arguments: { path: { id: id('invitation request') } },
  },
];

import { ADDS, CHANGES, IDEMPOTENCY, READS, type ToolDefinition } from './tool-definition';

const FUSE_ID = { id: 'Id of a fuse, as get_sending_status returns it' };
const REQUEST_ID = { id: 'Id of an invitation request, as list_invite_requests returns it' };

/** The tools for invitations, in the order in which clients see them. */
export const INVITATION_TOOLS: readonly ToolDefinition[] = [
  {
    name: 'list_invite_requests',
    operationId: 'listInvitations',
    effect: READS,
    title: 'List invitation requests',
    description:
      'The requests for a review by filter, newest first, reminders included, each with its status and when it is or was sent. For the next page add limit to start.',
    arguments: {
      settings_id: 'Id of a settings profile, as list_invite_settings returns it',
      parent_id: 'Id of a first message. Returns only its reminders',
    },
    example: { status: 'pending,sent', limit: 20 },
  },
  {
    name: 'get_invite_activity',
    operationId: 'getInvitationActivity',
    effect: READS,
    title: 'Get the activity of an invitation request',
    description:
      'What happened to one request, oldest first: queued, sent, opened, clicked, reviewed, unsubscribed, bounced, or why it was skipped or failed.',
    arguments: REQUEST_ID,
    example: { id: 1 },
  },
  {
    name: 'list_invite_settings',
    operationId: 'listInviteSettings',
    effect: READS,
    title: 'List settings profiles of invitations',
    description:
      'The settings profiles that requests follow: sender, subject, language, channels and number of reminders. One of them is the default.',
    example: {},
  },
  {
    name: 'add_invite_request',
    operationId: 'addInvitation',
    effect: { ...ADDS, openWorldHint: true },
    title: 'Invite a customer to write a review',
    description:
      'Adds a request, whose message is sent by email or SMS when it is due and the send window is open. A person who was invited a short time ago, or who unsubscribed, gets nothing: the request is stored as skipped with its skip_reason. Reminders follow if the settings have them.',
    arguments: {
      settings_id:
        'Id of a settings profile, as list_invite_settings returns it. The default profile if left out',
      channels:
        'Ids of channels to offer, as list_channels returns them, in place of those of the settings profile',
      ...IDEMPOTENCY,
    },
    example: { recipient: 'noa@example.com', name: 'Noa Bergman' },
  },
  {
    name: 'send_invite_request',
    operationId: 'sendInvitation',
    effect: { ...CHANGES, openWorldHint: true },
    title: 'Send an invitation request now',
    description:
      'Sends a pending request at once, whatever its schedule, send window and daily limit. A person who unsubscribed still gets nothing.',
    arguments: REQUEST_ID,
    example: { id: 1 },
  },
  {
    name: 'mark_invite_reviewed',
    operationId: 'markInvitationReviewed',
    effect: { ...CHANGES, idempotentHint: true },
    title: 'Mark an invitation request as reviewed',
    description: 'Says that the person wrote a review. Reminders that were not sent are cancelled.',
    arguments: REQUEST_ID,
    example: { id: 1 },
  },
  {
    name: 'stop_invite_sequence',
    operationId: 'stopInvitationSequence',
    effect: { ...CHANGES, idempotentHint: true },
    title: 'Cancel the reminders of an invitation request',
    description:
      'Cancels the reminders that were not sent and returns how many those were. The request stays as it is.',
    arguments: REQUEST_ID,
    example: { id: 1 },
  },
  {
    name: 'get_sending_status',
    operationId: 'getInvitationSendingStatus',
    effect: READS,
    title: 'Get what keeps invitations from being sent',
    description:
      'Says whether emails and SMS are sent, kept or refused. stops has senders whose mails wait, because the mail server does not accept our login, relay or sender. fuses has bounces that need the decision of a person.',
    example: {},
  },
  {
    name: 'retry_sending',
    operationId: 'retryInvitationSending',
    effect: { ...CHANGES, destructiveHint: false, openWorldHint: true },
    title: 'Try a stopped sender again',
    description:
      'Sends one waiting mail at once. If the mail server accepts it, the others follow. Useful after the fault was corrected. get_sending_status shows the result.',
    arguments: { sender: 'A sender as get_sending_status returns it. All stopped ones if left out' },
    example: {},
  },
  {
    name: 'list_fuse_requests',
    operationId: 'listInvitationFuseRequests',
    effect: READS,
    title: 'List the addresses that a fuse concerns',
    description:
      'The addresses that came back as unknown while the fuse was out, each with the reply of its mail server. For the next page pass next_cursor as cursor.',
    arguments: FUSE_ID,
    example: { id: 1, limit: 20 },
  },
  {
    name: 'decide_fuse',
    operationId: 'decideInvitationFuse',
    effect: { ...CHANGES, idempotentHint: true },
    title: 'Decide on a fuse',
    description:
      'Call it only with the decision of the user, who has seen the addresses of list_fuse_requests. The decision cannot be changed. With suppress true these people get no more invitations. With false they are left alone, and those who were suppressed before the fuse stay suppressed; a person can allow them again.',
    arguments: FUSE_ID,
    omitsArguments: ['undo'],
    example: { id: 1, suppress: true },
  },
  {
    name: 'list_suppression_groups',
    operationId: 'listInviteSuppressionGroups',
    effect: READS,
    title: 'Count suppressed people by hour and reason',
    description:
      'How many people were put on the list of those who get no more invitations, by reason and hour, the newest hour first. Many bounces in one hour are a sign that a mail server was wrong. For the next page pass next_cursor as cursor.',
    example: { reason: 'bounce' },
  },
];

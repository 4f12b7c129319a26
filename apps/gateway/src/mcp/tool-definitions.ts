import { AI_TOOLS } from './definitions/ai-tools';
import { INVITATION_TOOLS } from './definitions/invitation-tools';
import { ADDS, CHANGES, IDEMPOTENCY, READS, type ToolDefinition } from './definitions/tool-definition';

const CHANNEL_ID = { id: 'Id of a channel, as list_channels returns it' };
/** An image as a data URI, which a model cannot see and pays for. */
const LOGO = ['logo'];
/** A result is always JSON. */
const FORMAT = ['format'];
const REPORT_FILTERS = {
  sub_accounts:
    'Sub account ids, comma separated, or all. Only a key of the main sub account with account_management may name others than its own',
  channels: 'Channel ids, comma separated, as list_channels returns them',
  groups: 'Group ids, comma separated, as list_channels returns them',
  type: 'Id of a platform, as list_channel_types returns it',
  compare: 'previous adds the same figures for the time before',
};
const WIDGET_ID = { id: 'Id of a widget, as list_widgets returns it' };

/** Every tool, in the order in which clients see them. No tool deletes anything. */
export const TOOL_DEFINITIONS: readonly ToolDefinition[] = [
  {
    name: 'list_reviews',
    operationId: 'listReviews',
    effect: READS,
    title: 'List reviews',
    description:
      'Reviews of the business by filter, newest first, with the count of all that match. For the next page pass next_before_ts and next_before_id as before_ts and before_id.',
    arguments: {
      status: 'Curation statuses, comma separated: inbox, approved, ignored. All of them if left out',
      media_only: '1 returns only reviews with photos or videos',
      with_photos: '1 returns only reviews with an author photo',
      without_reply: '1 returns only reviews that the business has not replied to',
      channels: 'Channel ids, comma separated. Together with sources, either may match',
      translate: 'ISO language code. text is translated and text_original is added. Costs five calls',
      before_ts: 'next_before_ts of the previous page, always together with before_id',
      before_id: 'next_before_id of the previous page, always together with before_ts',
    },
    example: { status: 'inbox', limit: 20 },
  },
  {
    name: 'get_review',
    operationId: 'getReview',
    effect: READS,
    title: 'Get a review',
    description: 'One review with its author, rating, tags, media and curation status.',
    arguments: { id: 'Id of the review' },
    example: { id: 1 },
  },
  {
    name: 'add_review',
    operationId: 'addReview',
    effect: ADDS,
    title: 'Add a review',
    description:
      'Adds a review that was received elsewhere (by mail, on paper). One with the same author and text is refused as a duplicate.',
    arguments: IDEMPOTENCY,
    example: {
      from_name: 'Noa Bergman',
      text: 'The sourdough is worth the queue.',
      rating_value: 5,
      posted_on: '2026-01-31',
      tags: ['bread'],
    },
  },
  {
    name: 'update_review',
    operationId: 'updateReview',
    effect: CHANGES,
    title: 'Curate or edit a review',
    description:
      'Sets the curation status of a review (approved ones are shown in widgets at once), its tags, or its fields. Only the given fields change.',
    arguments: {
      id: 'Id of the review',
      status: 'approved publishes the review, ignored hides it, inbox puts it back',
    },
    example: { id: 1, status: 'approved' },
  },
  {
    name: 'list_tags',
    operationId: 'listTags',
    effect: READS,
    title: 'List tags',
    description:
      'The tags of reviews with their ids and colours. list_reviews takes the ids, update_review the names.',
    example: {},
  },
  {
    name: 'list_channels',
    operationId: 'listChannels',
    effect: READS,
    title: 'List channels',
    description:
      'The connected profiles on review platforms, each with its score, number of reviews and state of its crawls. For the next page pass next_cursor as cursor.',
    arguments: { group: 'Only the channels of the property with this id' },
    omits: LOGO,
    example: {},
  },
  {
    name: 'get_channel',
    operationId: 'getChannel',
    effect: READS,
    title: 'Get a channel',
    description: 'One connected profile with its score, settings and the state of its crawls.',
    arguments: CHANNEL_ID,
    omits: LOGO,
    example: { id: 1 },
  },
  {
    name: 'list_channel_types',
    operationId: 'listChannelTypes',
    effect: READS,
    title: 'List platforms',
    description:
      'The review platforms that can be connected, how each is connected (method, required fields, an example address) and what it offers.',
    omits: LOGO,
    example: {},
  },
  {
    name: 'add_channel',
    operationId: 'addChannel',
    effect: { ...ADDS, openWorldHint: true },
    title: 'Connect a channel',
    description:
      'Connects a profile on a review platform and queues its first crawl. Reviews appear when the crawl is done. list_channel_types says which fields a platform needs.',
    arguments: {
      type: 'Platform type as list_channel_types names it, for instance app_store',
      url: 'Public profile or listing address, for platforms of method url',
      access_token: "The platform's own API key, for platforms of method credentials",
      group_id: 'Id of the property that the channel joins',
      connection_id:
        'Id of a sign-in of the user, for platforms of method oauth. A person has to sign in first',
      ...IDEMPOTENCY,
    },
    omits: LOGO,
    example: { type: 'website_schema', url: 'https://bakery.example/' },
  },
  {
    name: 'discover_channels',
    operationId: 'discoverChannels',
    effect: { ...ADDS, openWorldHint: true },
    title: 'Search for profiles of a business',
    description:
      'Searches one to three platforms for the profiles of a business. With website, the profiles that it links to are found too. At most 30 times a day. Connect a candidate with add_channel.',
    arguments: { platforms: 'One to three platform types as list_channel_types names them' },
    example: { name: 'Acme Bakery', platforms: ['google_maps'] },
  },
  {
    name: 'refresh_channel',
    operationId: 'refreshChannel',
    effect: { ...ADDS, openWorldHint: true },
    title: 'Refresh a channel',
    description: 'Queues a crawl of a channel now. At most once in six hours.',
    arguments: CHANNEL_ID,
    example: { id: 1 },
  },
  {
    name: 'get_rating_history',
    operationId: 'getRatingHistory',
    effect: READS,
    title: 'Get the rating history of a channel',
    description:
      'Official score and number of reviews of one channel by day, oldest first. Points with estimated are computed from collected reviews, because the channel was not monitored yet.',
    arguments: CHANNEL_ID,
    omitsArguments: FORMAT,
    example: { id: 1, days: 30 },
  },
  {
    name: 'get_ratings_report',
    operationId: 'getRatingsReport',
    effect: READS,
    title: 'Get the ratings by platform',
    description:
      'The current official score and number of reviews of each platform and channel, and the total on five stars, weighted by number of reviews. Beside them stands the average of the collected reviews.',
    omits: LOGO,
    arguments: REPORT_FILTERS,
    omitsArguments: FORMAT,
    example: {},
  },
  {
    name: 'get_reviews_over_time',
    operationId: 'getReviewsOverTime',
    effect: READS,
    title: 'Count reviews by month',
    description:
      'New reviews per month and platform, oldest month first, and how many of them have 1 to 5 stars. Reviews without a rating are counted per month only.',
    arguments: REPORT_FILTERS,
    omitsArguments: FORMAT,
    example: { range: 12 },
  },
  {
    name: 'get_average_rating',
    operationId: 'getAverageRating',
    effect: READS,
    title: 'Get the average rating by month',
    description:
      'The average of the official scores per month on five stars, weighted by number of reviews, oldest month first. null means that no channel was checked in that month. Before the first official score, collected_average has the average of all collected ratings up to the month.',
    arguments: REPORT_FILTERS,
    omitsArguments: FORMAT,
    example: { months: 12 },
  },
  {
    name: 'get_rating_distribution',
    operationId: 'getRatingDistribution',
    effect: READS,
    title: 'Count reviews by stars',
    description:
      'How many reviews have 1, 2, 3, 4 and 5 stars, of all time or of a period. Reviews without a rating do not count.',
    arguments: REPORT_FILTERS,
    omitsArguments: FORMAT,
    example: { from: '2026-01-01', to: '2026-06-30' },
  },
  ...AI_TOOLS,
  ...INVITATION_TOOLS,
  {
    name: 'list_widgets',
    operationId: 'listWidgets',
    effect: READS,
    title: 'List widgets',
    description:
      'The widgets that show approved reviews on web pages. For the next page pass next_cursor as cursor.',
    example: {},
  },
  {
    name: 'get_widget',
    operationId: 'getWidget',
    effect: READS,
    title: 'Get a widget',
    description: 'One widget with all its settings and the snippets that embed it in a page.',
    arguments: WIDGET_ID,
    example: { id: 1 },
  },
  {
    name: 'create_widget',
    operationId: 'addWidget',
    effect: ADDS,
    title: 'Create a widget',
    description: 'Creates a widget and returns the snippets that embed it in a page.',
    arguments: { ...IDEMPOTENCY, type: 'Appearance of the widget. It cannot be changed later' },
    example: { type: 'list', name: 'Home page' },
  },
  {
    name: 'update_widget',
    operationId: 'updateWidget',
    effect: CHANGES,
    title: 'Change a widget',
    description:
      'Changes the name, the settings or the active flag of a widget. Only the given fields change.',
    arguments: {
      ...WIDGET_ID,
      settings:
        'Only the settings to change, nested as get_widget returns them. Objects are merged, lists are replaced, null restores the default unless the setting may be null',
    },
    example: { id: 1, settings: { header: { title: 'What guests say' } } },
  },
  {
    name: 'list_webhooks',
    operationId: 'listWebhooks',
    effect: READS,
    title: 'List webhooks',
    description: 'The addresses that receive events, and which events. Secrets are not returned.',
    example: {},
  },
  {
    name: 'get_account',
    operationId: 'getAccount',
    effect: READS,
    title: 'Get the account',
    description: 'Company, plan, limits and how much of them is left.',
    example: {},
  },
];

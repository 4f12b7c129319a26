import { IDEMPOTENCY, flag, id, text } from '../argument-schemas';
import { ADDS, READS, type Tool } from '../tool';

export const CHANNEL_TOOLS: readonly Tool[] = [
  {
    name: 'list_channels',
    title: 'List channels',
    description:
      'The profiles on review platforms that are connected, each with its score, number of reviews and state of its crawls.',
    method: 'GET',
    path: '/public/v1/channels/get',
    scope: 'channels:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'get_channel',
    title: 'Get a channel',
    description: 'One connected profile with its score, settings and the state of its crawls.',
    method: 'GET',
    path: '/public/v1/channels/get/{id}',
    scope: 'channels:read',
    effect: READS,
    arguments: { path: { id: id('channel') } },
  },
  {
    name: 'list_channel_types',
    title: 'List platforms',
    description:
      'The review platforms that can be connected, how each is connected (method, required fields, an example address) and what it offers.',
    method: 'GET',
    path: '/public/v1/channels/types',
    scope: 'channels:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'discover_channels',
    title: 'Find profiles of a business',
    description:
      'Searches up to three platforms for profiles of a business by its name; the addresses found can be given to add_channel. 30 searches per account and day.',
    method: 'POST',
    path: '/public/v1/channels/discover',
    scope: 'channels:refresh',
    effect: { ...READS, openWorldHint: true },
    arguments: {
      body: {
        name: text('Name of the business'),
        platforms: {
          type: 'array',
          items: { type: 'string' },
          minItems: 1,
          maxItems: 3,
          description: 'Platform types as list_channel_types names them',
        },
        country: text('Two-letter country code, as a hint'),
        verify: flag('Looks every candidate up on its platform; slower'),
      },
    },
    required: ['name', 'platforms'],
  },
  {
    name: 'add_channel',
    title: 'Connect a channel',
    description:
      'Connects a profile on a review platform and queues its first crawl; reviews appear when that is done. list_channel_types says which fields a platform needs.',
    method: 'POST',
    path: '/public/v1/channels/add',
    scope: 'channels:write',
    effect: { ...ADDS, openWorldHint: true },
    arguments: {
      body: {
        type: text('Platform type as list_channel_types names it, for instance app_store'),
        url: text('Public profile or listing address, for platforms of method url'),
        access_token: text("The platform's own API key, for platforms of method credentials"),
        trend_id: text('Survey platform only'),
        stores: text('Store-based and local-listing platforms, comma separated'),
        countries: text('App marketplaces: country codes, comma separated'),
      },
      headers: IDEMPOTENCY,
    },
    required: ['type'],
  },
  {
    name: 'refresh_channel',
    title: 'Refresh a channel',
    description: 'Queues a crawl of a channel now. At most once in six hours.',
    method: 'POST',
    path: '/public/v1/channels/refresh/{id}',
    scope: 'channels:refresh',
    effect: { ...ADDS, openWorldHint: true },
    arguments: { path: { id: id('channel') } },
  },
];

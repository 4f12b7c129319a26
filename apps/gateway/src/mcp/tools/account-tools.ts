import { flag, id, text } from '../argument-schemas';
import { ADDS, CHANGES, type JsonSchema, READS, type Tool } from '../tool';

const WIDGET: Readonly<Record<string, JsonSchema>> = {
  name: text('Name to recognise it by', { minLength: 1, maxLength: 191 }),
  active: flag('false shows nothing where the widget is embedded'),
  settings: {
    type: 'object',
    description:
      'Only the settings that change, nested as get_widget returns them: objects merge, lists replace, null goes back to the default',
    additionalProperties: true,
  },
};

/** Widgets, webhooks and the account: what a business has beside reviews. */
export const ACCOUNT_TOOLS: readonly Tool[] = [
  {
    name: 'list_widgets',
    title: 'List widgets',
    description: 'The widgets that show approved reviews on web pages.',
    method: 'GET',
    path: '/public/v1/widgets/get',
    scope: 'widgets:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'get_widget',
    title: 'Get a widget',
    description: 'One widget with all its settings and the snippets that embed it in a page.',
    method: 'GET',
    path: '/public/v1/widgets/get/{id}',
    scope: 'widgets:read',
    effect: READS,
    arguments: { path: { id: id('widget') } },
  },
  {
    name: 'create_widget',
    title: 'Create a widget',
    description: 'Makes a widget and returns the snippets that embed it in a page.',
    method: 'POST',
    path: '/public/v1/widgets/add',
    scope: 'widgets:write',
    effect: ADDS,
    arguments: {
      body: {
        type: text('What it looks like', {
          enum: [
            'carousel',
            'spotlight',
            'grid',
            'masonry',
            'list',
            'marquee',
            'badge',
            'floating',
            'popup',
            'summary',
            'avatars',
            'media',
          ],
        }),
        ...WIDGET,
      },
    },
    required: ['type'],
  },
  {
    name: 'update_widget',
    title: 'Change a widget',
    description: 'Changes the name, the settings or the active flag of a widget. Only what is given changes.',
    method: 'PUT',
    path: '/public/v1/widgets/update/{id}',
    scope: 'widgets:write',
    effect: CHANGES,
    arguments: { path: { id: id('widget') }, body: WIDGET },
  },
  {
    name: 'list_webhooks',
    title: 'List webhooks',
    description: 'The addresses that are told of events, and of which; never their secrets.',
    method: 'GET',
    path: '/public/v1/webhooks/get',
    scope: 'webhooks:read',
    effect: READS,
    arguments: {},
  },
  {
    name: 'get_account',
    title: 'Get the account',
    description: 'Company, plan, limits and what is left of them.',
    method: 'GET',
    path: '/public/v1/account',
    scope: 'account:manage',
    effect: READS,
    arguments: {},
  },
];

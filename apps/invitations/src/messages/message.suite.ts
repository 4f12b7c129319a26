import { resolveSettings, type JsonObject } from '../settings/stored-settings';
import type { MessageInput } from './message';

/** A message to an invented person, with settings that replace the defaults. */
export function message(settings: JsonObject = {}, given: Partial<MessageInput> = {}): MessageInput {
  return {
    settings: resolveSettings({ name: 'Test', is_default: true, settings }),
    step: 0,
    name: 'Robin Example',
    data: {},
    business: { name: 'Example Bakery' },
    links: {
      review: 'https://go.example.com/i/review',
      channels: [
        { id: 7, type: 'google', label: 'Google', name: 'Bakery', url: 'https://go.example.com/i/seven' },
        { id: 3, type: 'yelp', label: 'Yelp', name: 'Bakery', url: 'https://go.example.com/i/three' },
      ],
      unsubscribe: 'https://go.example.com/u/unsubscribe',
      open: 'https://go.example.com/o/open.gif',
      trap: 'https://go.example.com/i/trap',
    },
    now: new Date('2026-03-09T10:00:00Z'),
    ...given,
  };
}

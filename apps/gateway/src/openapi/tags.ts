interface Tag {
  name: string;
  description: string;
  /** First segments of the paths that belong to it. */
  below: readonly string[];
}

const BY_SEGMENT: readonly Tag[] = [
  {
    name: 'Connection',
    description: 'Does the key work, and what can be asked.',
    below: ['hello', 'openapi.json'],
  },
  { name: 'Reviews', description: 'Collected and added reviews: list, add, curate.', below: ['reviews'] },
  { name: 'Tags', description: 'Labels on reviews.', below: ['tags'] },
  { name: 'Sources', description: 'Where reviews come from that no channel collected.', below: ['sources'] },
  {
    name: 'Channels',
    description: 'Profiles on review platforms, connected and crawled.',
    below: ['channels'],
  },
  {
    name: 'Profiles',
    description: 'The operations of Channels under their other name.',
    below: ['profiles'],
  },
  { name: 'Properties', description: 'Groups of channels, for example by location.', below: ['groups'] },
  { name: 'Invitations', description: 'Requests for a review, by e-mail or SMS.', below: ['invite'] },
  { name: 'Reports', description: 'Ratings and reviews over time.', below: ['reports'] },
  { name: 'Widgets', description: 'What web pages embed.', below: ['widgets'] },
  { name: 'Webhooks', description: 'Signed notifications to other systems.', below: ['webhooks'] },
  {
    name: 'Account',
    description: 'The account, its sub accounts and their users.',
    below: ['account', 'users'],
  },
  { name: 'Access', description: 'API keys and one-time sign-in.', below: ['keys', 'login', 'mcp'] },
  { name: 'Privacy', description: 'Requests of the people who are written about.', below: ['privacy'] },
];

/** In the order of the reference page. */
export const TAGS: readonly { name: string; description: string }[] = BY_SEGMENT.map(
  ({ name, description }) => ({ name, description }),
);

/** The resource that a path below /public/v1 belongs to; that of a path nobody has thought of is its first segment. */
export function tagOf(path: string): string {
  const segment = path.split('/')[1] ?? '';
  const tag = BY_SEGMENT.find(({ below }) => below.includes(segment));
  return tag?.name ?? segment;
}

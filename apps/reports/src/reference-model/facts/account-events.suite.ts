import {
  channelConnected,
  channelDeleted,
  type ChannelPayload,
  channelUpdated,
  type DomainEvent,
  parseWireDate,
  ratingSnapshot,
  reviewCreated,
  reviewDeleted,
  type ReviewPayload,
  reviewUpdated,
  wireDate,
} from '@plaudit/contracts';
import { buildEvent, buildReview, SeededRandom } from '@plaudit/testing';
import {
  type ChannelState,
  type Crawl,
  PLATFORMS,
  type RandomAccount,
  type ReviewState,
  TAGS,
} from '../random/random-account.suite';
import { platformOf } from './account-facts.suite';
import { invitationEvents } from './invitation-events.suite';

/** How many of the events arrive twice. */
const REPEATED = 0.2;

/** Returns the events of everything that happened in an account, in the order in which they arrive. Ids are counted from `base`. */
export function eventsOf(account: RandomAccount, base: number): DomainEvent[] {
  const random = new SeededRandom(account.order);
  const events = [
    ...channelEvents(account, base),
    ...reviewEvents(account, base),
    ...crawlEvents(account, base),
    ...invitationEvents(account.invitations, base),
  ];
  const repeated = events.filter(() => random.next() < REPEATED).map((event) => ({ ...event }));
  return random.shuffled([...events, ...repeated]);
}

function channelEvents({ channels }: RandomAccount, base: number): DomainEvent[] {
  return channels.flatMap(({ owner, states, deleted }, index) => {
    const envelope = { accountid: base, subaccountid: base + owner };
    const payloads = states.map((state) => channelPayload(state, base + index));
    const events: DomainEvent[] = payloads.map((data, version) =>
      buildEvent(version === 0 ? channelConnected : channelUpdated, {
        ...envelope,
        aggregateversion: version + 1,
        data,
      }),
    );
    if (!deleted) return events;
    const data = { ...payloads.at(-1)!, keep_reviews: true };
    return [
      ...events,
      buildEvent(channelDeleted, { ...envelope, aggregateversion: states.length + 1, data }),
    ];
  });
}

function channelPayload({ platform, ...state }: ChannelState, id: number): Partial<ChannelPayload> {
  const { type, type_id, label } = PLATFORMS[platform]!;
  return { ...state, id, type, type_id, label, name: `Channel ${id}` };
}

function reviewEvents({ reviews }: RandomAccount, base: number): DomainEvent[] {
  return reviews.flatMap(({ owner, states, deleted }, index) => {
    const envelope = { accountid: base, subaccountid: base + owner };
    const payloads = states.map((state) => reviewPayload(state, base, base + index));
    const events: DomainEvent[] = payloads.map((data, version) =>
      buildEvent(version === 0 ? reviewCreated : reviewUpdated, {
        ...envelope,
        aggregateversion: version + 1,
        data,
      }),
    );
    if (!deleted) return events;
    const data = payloads.at(-1)!;
    return [...events, buildEvent(reviewDeleted, { ...envelope, aggregateversion: states.length + 1, data })];
  });
}

function reviewPayload(
  { channel, platform, source, tags, reply, ...state }: ReviewState,
  base: number,
  id: number,
): ReviewPayload {
  return buildReview({
    ...state,
    id,
    ...platformOf(platform, source),
    channel_id: channel === null ? null : base + channel,
    // Tags belong to the account.
    tags: tags.map((tag) => ({ id: base + TAGS.indexOf(tag), name: `tag ${tag}` })),
    reply:
      reply === undefined
        ? null
        : { text: 'Thank you', posted_on: reply === null ? null : secondsAfter(state.posted_on, reply) },
  });
}

function crawlEvents({ channels, crawls }: RandomAccount, base: number): DomainEvent[] {
  return crawls.map(({ channel, ...figures }: Crawl, index) =>
    buildEvent(ratingSnapshot, {
      accountid: base,
      subaccountid: base + channels[channel]!.owner,
      aggregateversion: 10 + index,
      subject: String(base + channel),
      data: { ...figures, profile_id: base + channel, sub_account_id: base + channels[channel]!.owner },
    }),
  );
}

function secondsAfter(text: string, seconds: number): string {
  return wireDate(new Date(parseWireDate(text).getTime() + seconds * 1_000));
}

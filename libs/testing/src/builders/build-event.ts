import { randomUUID } from 'node:crypto';
import {
  channelUpdated,
  type ChannelPayload,
  type CollectedReview,
  type DomainEvent,
  type EventDefinition,
  reviewCreated,
  type ReviewPayload,
  reviewsCollected,
} from '@plaudit/contracts';

/** Returns the catalogue's example of a review, changed by `overrides`. */
export function buildReview(overrides: Partial<ReviewPayload> = {}): ReviewPayload {
  return { ...structuredClone(reviewCreated.example), ...overrides };
}

/** Returns the catalogue's example of a channel, changed by `overrides`. */
export function buildChannel(overrides: Partial<ChannelPayload> = {}): ChannelPayload {
  return { ...structuredClone(channelUpdated.example), ...overrides };
}

/** Returns the catalogue's example of a review as a crawler reads it, changed by `overrides`. */
export function buildCollectedReview(overrides: Partial<CollectedReview> = {}): CollectedReview {
  return { ...structuredClone(reviewsCollected.example.reviews[0] as CollectedReview), ...overrides };
}

/** The envelope fields to set. `data` changes fields of the definition's example. */
export type EventOverrides<P> = Partial<Omit<DomainEvent, 'data'>> & { data?: Partial<P> };

/**
 * Returns an event of account 1 and sub account 1, as its producer would publish it now. The subject is the id of the
 * payload, or 1 if it has no id.
 */
export function buildEvent<P extends object>(
  definition: EventDefinition<P>,
  { data, ...envelope }: EventOverrides<P> = {},
): DomainEvent<P> {
  const payload: P = { ...structuredClone(definition.example), ...data };
  const id = `evt_${randomUUID().replaceAll('-', '')}`;
  return {
    specversion: '1.0',
    id,
    type: definition.name,
    dataversion: definition.version,
    source: `/${definition.producer}`,
    subject: String((payload as { id?: number }).id ?? 1),
    time: new Date().toISOString(),
    datacontenttype: 'application/json',
    dataschema: definition.schemaId,
    accountid: 1,
    subaccountid: 1,
    aggregatetype: definition.noun,
    aggregateversion: 1,
    correlationid: envelope.id ?? id,
    causationid: null,
    traceparent: null,
    ...envelope,
    data: payload,
  };
}

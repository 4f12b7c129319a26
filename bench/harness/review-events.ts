import { randomUUID } from 'node:crypto';
import { type EventDefinition, type ReviewPayload, subjectOf } from '@plaudit/contracts';
import { buildEvent, buildReview } from '@plaudit/testing';

/** An event in the form of the outbox. */
export interface PreparedEvent {
  id: string;
  subject: string;
  payload: string;
}

/** Returns events of `count` reviews, each with a new id. */
export function reviewEvents(definition: EventDefinition, count: number): PreparedEvent[] {
  return Array.from({ length: count }, (_, index) => {
    const data: ReviewPayload = buildReview({ id: index + 1 });
    const event = buildEvent(definition, { id: `evt_${randomUUID().replaceAll('-', '')}`, data });
    return { id: event.id, subject: subjectOf(event), payload: JSON.stringify(event) };
  });
}

import { profileError, ratingChanged, reviewCreated } from '@plaudit/contracts';
import { ANNOUNCED_EVENTS, exampleEnvelope } from '../documentation/announced-events';
import { fieldsSchema } from '../documentation/schemas';
import { scopeOf } from '../webhooks/webhook-rules';
import type { CatalogueEventResponse } from './event-catalogue.responses';

/** The events of version 1.5.0 of the API. Clients that were written for it know no others. */
const BASIC_EVENTS: readonly string[] = [reviewCreated.name, ratingChanged.name, profileError.name];

/** Every event that a webhook may subscribe to, as the API describes it. */
export const EVENT_CATALOGUE: readonly CatalogueEventResponse[] = ANNOUNCED_EVENTS.map((event) => ({
  name: event.name,
  title: event.title,
  summary: event.summary,
  opt_in: !BASIC_EVENTS.includes(event.name),
  scope: scopeOf(event.name),
  schema: fieldsSchema(event.fields) as Record<string, unknown>,
  example: exampleEnvelope(event) as Record<string, unknown>,
}));

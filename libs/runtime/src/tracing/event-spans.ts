import { type DomainEvent, isSampled, parseSubject, type TraceContext } from '@plaudit/contracts';
import { type EventTrace, kindOf, type PublishOutcome, type StoredEvent } from '@plaudit/events';
import type { OpenSpan, SpanAttributes, SpanOptions } from './span';
import type { Tracing } from './tracing';

/** Returns what records the spans of storing and publishing events, or undefined if tracing is off. */
export function eventSpans(tracing: Tracing): EventTrace | undefined {
  if (!tracing.on) return undefined;
  return {
    creating(definition, cause: TraceContext) {
      if (!isSampled(cause.traceparent)) return null;
      const attributes = about(definition.pattern, 'create');
      return tracing.start(`create ${definition.pattern}`, { kind: 'producer', parent: cause, attributes });
    },
    publishing(events) {
      const spans = events.map((event) => publishSpan(tracing, event));
      return (outcomes) => spans.forEach((span, at) => endPublished(span, outcomes[at]));
    },
  };
}

/**
 * Returns the name and the options of the span of handling an event, which continues the trace of the change. `service` is
 * absent for a broadcast, which every replica receives.
 */
export function handling(event: DomainEvent, service?: string): [name: string, options: SpanOptions] {
  const { id, type, traceparent, tracestate } = event;
  const attributes = {
    ...about(kindOf(event), 'process'),
    'messaging.message.id': id,
    'messaging.consumer.group.name': service && `${service}__${type.slice(0, type.indexOf('.'))}`,
  };
  return [`process ${kindOf(event)}`, { kind: 'consumer', parent: { traceparent, tracestate }, attributes }];
}

function publishSpan(tracing: Tracing, event: StoredEvent): OpenSpan | null {
  const { event_id, subject, traceparent } = event;
  if (!isSampled(traceparent)) return null;
  const kind = parseSubject(subject)?.pattern ?? 'unknown';
  const attributes = { ...about(kind, 'send', 'publish'), 'messaging.message.id': event_id };
  return tracing.start(`publish ${kind}`, { kind: 'client', parent: { traceparent }, attributes });
}

function endPublished(span: OpenSpan | null, outcome: PublishOutcome | undefined): void {
  span?.end(outcome?.stored ? undefined : (outcome?.reason ?? 'not_sent'));
}

/** The subject has the ids of the account and the sub account, so the attributes name its pattern. */
function about(kind: string, operation: string, name = operation): SpanAttributes {
  return {
    'messaging.system': 'nats',
    'messaging.operation.type': operation,
    'messaging.operation.name': name,
    'messaging.destination.name': kind,
    'messaging.destination.template': `${kind}.{account_id}.{sub_account_id}`,
  };
}

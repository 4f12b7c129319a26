import type { RunInContext } from '@plaudit/events';
import type { Metrics } from './metrics';

const BUCKETS_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 30, 120];

/**
 * Registers the duration of event handlers. Returns a function that measures the work of one handler. The label is the type of
 * the event, because handlers only receive events of the catalogue.
 */
export function handlerMetrics(metrics: Metrics): RunInContext {
  const duration = metrics.histogram({
    name: 'event_handler_duration_seconds',
    help: 'Duration of the handlers of an event',
    labelNames: ['event', 'result'],
    buckets: BUCKETS_SECONDS,
  });
  return async ({ type: event }, work) => {
    const end = duration.startTimer({ event });
    try {
      const result = await work();
      end({ result: 'handled' });
      return result;
    } catch (error) {
      end({ result: 'failed' });
      throw error;
    }
  };
}

import type { Database, PoolUsage } from '@plaudit/database';
import type { Metrics } from './metrics';

/** The pools of each service, by name. */
const watched = new WeakMap<Metrics, Map<string, Database>>();

/**
 * Adds the connections of a database to the metrics of the pools. `pool` tells the pools of one service apart; the one that
 * most statements use is `main`.
 */
export function watchPool(metrics: Metrics, pool: string, database: Database): void {
  const pools = watched.get(metrics) ?? new Map<string, Database>();
  pools.set(pool, database);
  if (watched.has(metrics)) return;
  watched.set(metrics, pools);
  poolGauges(metrics, pools);
}

function poolGauges(metrics: Metrics, pools: ReadonlyMap<string, Database>): void {
  const gauge = (name: string, help: string, value: (usage: PoolUsage) => number): void => {
    metrics.gauge({
      name,
      help,
      labelNames: ['pool'],
      collect() {
        for (const [pool, database] of pools) this.set({ pool }, value(database.poolUsage()));
      },
    });
  };
  gauge('database_pool_in_use', 'Connections that a statement or transaction holds', ({ inUse }) => inUse);
  gauge('database_pool_idle', 'Open connections that nothing holds', ({ idle }) => idle);
  gauge(
    'database_pool_waiting',
    'Statements and transactions that wait for a connection',
    ({ waiting }) => waiting,
  );
  gauge('database_pool_max', 'The most connections that the pool opens', ({ max }) => max);
}

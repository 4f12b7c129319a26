import { SeededRandom } from '@plaudit/testing';
import { API_KEY, ClusterWorld } from './cluster-world';
import { Traffic } from './traffic';
import { setTimeout as pause } from 'node:timers/promises';
async function main() {
  const w = await ClusterWorld.start('/tmp/cluster-logs', {
    timeoutFactor: 5,
    graceSeconds: 2,
    leaseSeconds: 5,
  });
  try {
    await w.untilHealthy();
    const t = await Traffic.prepare(w, new SeededRandom(1), API_KEY);
    t.resume();
    await pause(8000);
    await t.pause();
    console.log(t.sent.length, w.store.count, t.fixtures);
    console.log(
      await w.query(
        'select id, name, status, error_code, error_msg, collected_reviews, reviews, identity, version from channels.channels',
      ),
    );
    console.log(await w.query('select * from channels.crawls'));
    console.log(await w.query('select channel_id, count(*) from reviews.reviews group by 1'));
    console.log(await w.query('select channel_id, count(*) from channels.seen_reviews group by 1'));
  } finally {
    await w.close();
  }
}
void main();

import { sendSnapshot, type SnapshotSource } from '@plaudit/events';
import { reviewsService } from '@plaudit/reviews';
import { Consumer } from '../harness/consumer';
import { fillReviews } from '../harness/many-reviews';
import { startService } from '../harness/programs';
import { type Servers, startServers } from '../harness/servers';
import { sized } from '../harness/sizes';
import { median } from '../harness/statistics';
import { count, type Row, type SectionOptions } from '../harness/table';

const REVIEWS = sized(30_000, 1_000);
/** Above what is measured, so that the throttle never waits. */
const NO_LIMIT = 1_000_000;
const AIM = '>= 3,000';

/** Measures a snapshot of reviews: how fast the owner sends it, and how fast a consumer stores it, which writes a page at a time. */
export async function snapshot({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const servers = await startServers(cleanup);
  await startService(servers, 'reviews', cleanup);
  await fillReviews(servers.adminUrl, REVIEWS);
  await Consumer.start(servers, cleanup);
  await send(servers);
  const sent: number[] = [];
  const applied: number[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const rates = await send(servers);
    sent.push(rates.sent);
    applied.push(rates.applied);
  }
  return [
    { measured: 'records/s that a snapshot sends', plaudit: count(median(sent)), aim: AIM },
    { measured: 'records/s of it that a consumer stores', plaudit: count(median(applied)), aim: AIM },
  ];
}

/** Sends all reviews to the bench's consumer. Returns both rates. */
async function send(servers: Servers): Promise<{ sent: number; applied: number }> {
  const [source] = reviewsService.snapshots as [SnapshotSource];
  let sent = 0;
  const { records, seconds } = await sendSnapshot({
    service: 'reviews',
    source,
    databaseUrl: servers.databaseUrl('reviews'),
    nats: servers.natsUrl,
    durable: 'channels__review',
    rate: NO_LIMIT,
    untilApplied: true,
    onProgress: (report) => {
      sent = report.records / report.seconds;
    },
  });
  return { sent, applied: records / seconds };
}

// Keeps the newest state of every review of an account, and misses none: node docs/tour/consumer.mjs crm.json 1
// The file comes from: npm run consumer:add -- --name crm --account 1 --out crm.json
import { readFileSync } from 'node:fs';
import { AckPolicy, connect, nanos } from 'nats';

const [file, account] = process.argv.slice(2);
if (!file || !account) {
  console.error('Name the file with the credentials and the id of the account: crm.json 1');
  process.exit(1);
}
const DAY_MS = 86_400_000;
const FIRST_RETRY_MS = 1_000;
const LONGEST_RETRY_MS = 300_000;

// Keep both in a database and change them in one transaction. In memory they last as long as the program.
const handled = new Set();
const reviews = new Map();

/** The work of this consumer. It is called at least once per event, so it must bear repeats. */
async function handle(event) {
  if (handled.has(event.id)) return 'repeated';
  const known = reviews.get(event.subject);
  // Events of one review may arrive out of order. Versions grow but are not consecutive: only compare with ">".
  const isNews = !known || event.aggregateversion > known.version;
  if (isNews) {
    const state = event.type === 'review.deleted' ? null : event.data;
    reviews.set(event.subject, { version: event.aggregateversion, state });
  }
  handled.add(event.id);
  return isNews ? 'stored' : 'outdated';
}

const options = JSON.parse(readFileSync(file, 'utf8'));
const connection = await connect({ ...options, maxReconnectAttempts: -1, waitOnFirstConnect: true });
// For example because the consumer was removed. Other breaks of the connection are repaired by the client.
void connection.closed().then((error) => {
  if (!error) return;
  console.error(`The connection ended: ${error.message}`);
  process.exit(1);
});
const manager = await connection.jetstreamManager();
// Repeating this is harmless. The server remembers what the durable has acknowledged.
await manager.consumers.add('EVENTS', {
  durable_name: options.user,
  filter_subject: `review.*.*.${account}.>`,
  ack_policy: AckPolicy.Explicit,
  ack_wait: nanos(30_000),
  max_ack_pending: 100,
  // The server deletes the durable if nobody reads it for 30 days.
  inactive_threshold: nanos(30 * DAY_MS),
});
const durable = await connection.jetstream().consumers.get('EVENTS', options.user);
const messages = await durable.consume({ max_messages: 20 });
for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => void messages.close());
console.log(`consuming the reviews of account ${account}`);

for await (const message of messages) {
  try {
    const event = message.json();
    const outcome = await handle(event);
    // Only now: an event that is not acknowledged arrives again.
    message.ack();
    console.log(event.type, event.subject, `version ${event.aggregateversion}`, outcome);
  } catch (error) {
    const attempts = message.info.redeliveryCount;
    const delay = Math.min(FIRST_RETRY_MS * 2 ** (attempts - 1), LONGEST_RETRY_MS);
    console.error(`Attempt ${attempts} failed, the next one follows in ${delay} ms: ${error.message}`);
    message.nak(delay);
  }
}
await connection.drain();

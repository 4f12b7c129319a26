// Prints domain events as they happen: node docs/tour/listen.mjs 'review.created.v1.>'
// An outside consumer needs nothing but the address, the subject and docs/events.md.
import { existsSync, readFileSync } from 'node:fs';
import { connect, StringCodec } from 'nats';

const file = `${process.env.DATA_DIR ?? '.data'}/endpoints.json`;
if (!existsSync(file)) {
  console.error(`${file} is not there: start the product first, and set DATA_DIR as you did for it.`);
  process.exit(1);
}
const { nats } = JSON.parse(readFileSync(file, 'utf8'));
const { host, username } = new URL(nats);
const connection = await connect({ servers: host, token: username });
// With the version named, because a pattern of wildcards alone also takes in what NATS itself sends about.
const subject = process.argv[2] ?? '*.*.v1.>';
console.log(`listening to ${subject}`);
for await (const message of connection.subscribe(subject)) {
  const event = JSON.parse(StringCodec().decode(message.data));
  console.log(message.subject, event.id, JSON.stringify(event.data).slice(0, 120));
}

// Prints events as they happen: node docs/tour/listen.mjs crm.json 'review.*.*.1.>'
// The file comes from: npm run consumer:add -- --name crm --account 1 --out crm.json
import { readFileSync } from 'node:fs';
import { connect } from 'nats';

const [file, subject] = process.argv.slice(2);
if (!file || !subject) {
  console.error("Name the file with the credentials and a subject: crm.json 'review.*.*.1.>'");
  process.exit(1);
}
const connection = await connect(JSON.parse(readFileSync(file, 'utf8')));
const subscription = connection.subscribe(subject, {
  callback: (error, message) => {
    if (error) {
      console.error(`The server refused ${subject}: ${error.message}`);
      process.exit(1);
    }
    const event = message.json();
    console.log(message.subject, event.id, JSON.stringify(event.data).slice(0, 120));
  },
});
await connection.flush();
console.log(`listening to ${subscription.getSubject()}`);

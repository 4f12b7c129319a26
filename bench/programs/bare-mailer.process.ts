import { createTransport } from 'nodemailer';

/** Sends mails of the usual size with nodemailer, as many at once as the product does, and prints mails per second. */
const { SMTP_URL = '', MAILS = '1000' } = process.env;
const AT_ONCE = 16;
const HTML = `<p>${'How was your visit? We read every review. '.repeat(220)}</p>`;

async function main(): Promise<void> {
  const transport = createTransport(SMTP_URL);
  const total = Number(MAILS);
  let next = 0;
  const from = performance.now();
  const send = async (): Promise<void> => {
    for (let place = next++; place < total; place = next++) {
      await transport.sendMail({
        from: { name: 'Harbour Bakery', address: 'bench@example.com' },
        to: `customer${place}@example.com`,
        subject: 'How was your visit?',
        text: 'How was your visit?',
        html: HTML,
      });
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, send));
  console.log(`Sent ${Math.round((total / (performance.now() - from)) * 1_000)} mails a second`);
}

void main();

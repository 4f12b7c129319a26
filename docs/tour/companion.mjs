// Stands in for the outside world in README's tour: a page with reviews, and a receiver of webhooks that checks
// signatures the way yours would. Run it with: node docs/tour/companion.mjs [secret]
// COMPANION_PORT sets another port than 9100.
import { createHmac, timingSafeEqual } from 'node:crypto';
import { createServer } from 'node:http';

const PORT = Number(process.env.COMPANION_PORT || 9100);
const secret = process.argv[2];

const page = `<!doctype html><title>Acme Bakery</title>
<script type="application/ld+json">${JSON.stringify({
  '@context': 'https://schema.org',
  '@type': 'Bakery',
  name: 'Acme Bakery',
  aggregateRating: { '@type': 'AggregateRating', ratingValue: 4.5, reviewCount: 2 },
  review: [
    review('Noa', 5, '2026-10-04', 'Best bread in town.'),
    review('Ida', 4, '2026-10-02', 'Good coffee, small tables.'),
  ],
})}</script><h1>Acme Bakery</h1>`;

function review(name, stars, datePublished, reviewBody) {
  const reviewRating = { '@type': 'Rating', ratingValue: stars, bestRating: 5 };
  return { '@type': 'Review', author: { '@type': 'Person', name }, datePublished, reviewBody, reviewRating };
}

function signatureHolds(header, body) {
  const parts = Object.fromEntries((header ?? '').split(',').map((part) => part.split('=')));
  const expected = createHmac('sha256', secret).update(`${parts.t}.${body}`).digest();
  const given = Buffer.from(parts.v1 ?? '', 'hex');
  const fresh = Math.abs(Date.now() / 1000 - Number(parts.t)) < 300;
  return fresh && given.length === expected.length && timingSafeEqual(given, expected);
}

async function receive(request, response) {
  const chunks = [];
  for await (const chunk of request) chunks.push(chunk);
  const body = Buffer.concat(chunks).toString('utf8');
  const holds = secret && signatureHolds(request.headers['x-service-signature'], body);
  const verdict = secret ? (holds ? 'valid' : 'INVALID') : 'not checked';
  try {
    const { event, data } = JSON.parse(body);
    console.log(`${event} from ${data.from_name ?? data.profile_name}, signature ${verdict}`);
    response.writeHead(204).end();
  } catch {
    response.writeHead(400).end('not a webhook');
  }
}

const server = createServer((request, response) => {
  if (request.method === 'POST' && request.url === '/hook') return void receive(request, response);
  const found = request.method === 'GET' && request.url === '/';
  response.writeHead(found ? 200 : 404, { 'content-type': 'text/html; charset=utf-8' });
  response.end(found ? page : '');
});
server.on('error', (error) => {
  console.error(`The companion needs port ${PORT}: ${error.message}. COMPANION_PORT sets another one.`);
  process.exit(1);
});
server.listen(PORT, '127.0.0.1', () =>
  console.log(`A bakery on http://localhost:${PORT}/, webhooks on http://localhost:${PORT}/hook`),
);

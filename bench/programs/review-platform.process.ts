import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

/**
 * A stand-in for the review feed of Reviews.io. The name of a store ends in the number of its reviews: `acme-7-5000`. `counts`
 * returns how many requests were answered, and how many were open at the same time.
 */
const PER_PAGE = 100;
const HOUR_MS = 3_600_000;
const NEWEST = Date.parse('2026-10-01T00:00:00Z');
const TEXT =
  'We waited a little longer than we were told, but the people were kind, the table was clean &amp; the cake was the best we have ' +
  'had in years. We will come back with friends, and we recommend the window seats to everybody who asks.';

let answered = 0;
let open = 0;
let mostOpen = 0;

/** Returns a page. Pages are counted from 0. */
function pageOf(store: string, page: number): string {
  const total = Number(store.slice(store.lastIndexOf('-') + 1));
  const first = page * PER_PAGE;
  const reviews = Array.from({ length: Math.max(0, Math.min(PER_PAGE, total - first)) }, (_, index) => {
    const number = total - first - index;
    return {
      store_review_id: number,
      rating: (number % 5) + 1,
      title: `Visit ${number}`,
      comments: TEXT,
      date_created: new Date(NEWEST - (first + index) * HOUR_MS).toISOString(),
      reviewer: { first_name: `Guest ${number}`, last_name: 'B', verified_buyer: 'yes' },
      images: [],
      replies: [],
    };
  });
  return JSON.stringify({ stats: { average_rating: '3.0', total_reviews: total }, reviews });
}

const server = createServer((request, response) => {
  open += 1;
  mostOpen = Math.max(mostOpen, open);
  const { searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const body = pageOf(searchParams.get('store') ?? '', Number(searchParams.get('page')));
  // Crawls of one origin overlap only if an answer takes a moment, as the internet does.
  setImmediate(() => {
    open -= 1;
    answered += 1;
    response.writeHead(200, { 'content-type': 'application/json' }).end(body);
  });
});

server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});

process.on('message', () => {
  process.send?.({ answered, mostOpen });
  mostOpen = 0;
});
process.on('SIGTERM', () => process.exit(0));

import { startProduct } from '../harness/product';
import { alternate } from '../harness/rounds';
import { sized } from '../harness/sizes';
import { count, type Row, type SectionOptions } from '../harness/table';
import { median, ratio } from '../harness/statistics';

const PER_REQUEST = 500;
/** Requests per measurement, over all clients. */
const REQUESTS = sized(24, 4);
const CLIENTS = [1, 4];

/** Adds reviews through gateway and service, 500 per request, beside a bare handler that only stores them. */
export async function bulk({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const { gateway, bare, keyHeader } = await startProduct(cleanup);
  const targets = {
    plaudit: { url: `${gateway}/public/v1/reviews/add_bulk`, headers: keyHeader },
    bare: { url: `${bare}/bulk`, headers: {} },
  };
  const rows: Row[] = [];
  for (const clients of CLIENTS) {
    const contenders = {
      plaudit: () => addAll(targets.plaudit, clients),
      bare: () => addAll(targets.bare, clients),
    };
    for (const warmUp of Object.values(contenders)) await warmUp();
    const results = await alternate(rounds, contenders);
    rows.push({
      measured: `reviews/s added, ${PER_REQUEST} a request, ${clients} client${clients > 1 ? 's' : ''}; a bare handler`,
      plaudit: count(median(results.plaudit)),
      beside: count(median(results.bare)),
      ratio: ratio(results.plaudit, results.bare),
      aim: '>= 5,000',
    });
  }
  return rows;
}

interface Target {
  url: string;
  headers: Record<string, string>;
}

let written = 0;

/** Returns a body of new reviews. */
function body(): string {
  const reviews = Array.from({ length: PER_REQUEST }, () => {
    written += 1;
    return {
      from_name: `Customer ${written}`,
      text: `Order ${written}: ${'they bake their own bread, and it shows. '.repeat(1 + (written % 9))}`,
      posted_on: '2026-05-01 10:00:00',
      rating_value: 1 + (written % 5),
    };
  });
  return JSON.stringify({ reviews });
}

/** Returns reviews per second. Rejects if one is not stored. */
async function addAll({ url, headers }: Target, clients: number): Promise<number> {
  const bodies = Array.from({ length: REQUESTS }, body);
  const send = async (): Promise<void> => {
    for (let next = bodies.pop(); next; next = bodies.pop()) {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/json' },
        body: next,
      });
      const answer = (await response.json()) as { inserted?: number };
      if (answer.inserted !== PER_REQUEST)
        throw new Error(`Not stored: ${JSON.stringify(answer).slice(0, 500)}`);
    }
  };
  const from = performance.now();
  await Promise.all(Array.from({ length: clients }, send));
  return ((REQUESTS * PER_REQUEST) / (performance.now() - from)) * 1_000;
}

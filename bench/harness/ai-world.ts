import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Cleanup } from './cleanup';
import { startService, tokenHeader } from './programs';
import { administer } from './reviews';
import { startServers } from './servers';
import { sized } from './sizes';

const SUB_ACCOUNT = 1;
const CHANNEL = 42;
export const REVIEWS = sized(2_000, 200);
const PAGE = 25;
const TARGET = 'fr';

/** The parts of invented reviews. Their combinations praise and criticise what customers of a hotel write about. */
const OPENINGS = [
  'We stayed for a weekend.',
  'Our second visit.',
  'Booked at short notice.',
  'A family trip.',
];
const PRAISE = [
  'The staff were friendly and helped us with everything we asked for.',
  'Breakfast was delicious and there was plenty of it.',
  'The room was spotless and the bed very comfortable.',
  'A perfect location, five minutes from the station.',
  'Check-in was easy and took two minutes.',
];
const CRITICISM = [
  'Unfortunately the room was noisy at night.',
  'The shower was broken and nobody repaired it.',
  'It was not clean under the bed.',
  'We waited an hour for our table.',
  'Too expensive for what you get.',
];
const CLOSINGS = ['We would come back.', 'Once is enough.', 'Thank you!', 'Three nights, no more.'];

interface Server {
  url: string;
  headers: Record<string, string>;
}

/** The ai service with the reviews of one channel, and the reviews service that asks it for translations. */
export class AiWorld {
  private constructor(
    private readonly adminUrl: string,
    private readonly ai: Server,
    private readonly reviews: Server,
  ) {}

  static async start(cleanup: Cleanup): Promise<AiWorld> {
    const servers = await startServers(cleanup);
    const translator = await startTranslator(cleanup);
    const aiUrl = await startService(servers, 'ai', cleanup, {
      TRANSLATE_PROVIDER: 'libretranslate',
      TRANSLATE_BASE_URL: translator,
      OUTBOUND_ALLOW_HOSTS: new URL(translator).host,
    });
    const reviewsUrl = await startService(servers, 'reviews', cleanup, { AI_URL: aiUrl });
    const world = new AiWorld(
      servers.adminUrl,
      { url: aiUrl, headers: await tokenHeader(servers, SUB_ACCOUNT, 'ai') },
      { url: reviewsUrl, headers: await tokenHeader(servers, SUB_ACCOUNT, 'reviews') },
    );
    await world.fill();
    return world;
  }

  /** Insights, and how they are forgotten so that the next request makes them again. */
  insights() {
    return { ...this.target('insights'), before: () => this.forget('delete from ai.insights') };
  }

  /** A summary of about 300 words, and how it is forgotten. */
  summary() {
    const forget = 'update ai.summaries set summary = null, cooldown_until = null, length = 300';
    return { ...this.target('summary'), before: () => this.forget(forget) };
  }

  cached(what: 'insights' | 'summary') {
    return this.target(what);
  }

  /** A request that the service answers from memory. Its latency shows how long the event loop is held. */
  probe() {
    return { url: `${this.ai.url}/health/live`, headers: {} };
  }

  /** A page of 25 reviews, translated or not. */
  page(translated: boolean) {
    const query = translated ? `&translate=${TARGET}` : '';
    const { url, headers } = this.reviews;
    return { url: `${url}/public/v1/reviews/get?limit=${PAGE}${query}`, headers };
  }

  private target(what: 'insights' | 'summary') {
    return { url: `${this.ai.url}/public/v1/channels/ai/${what}/${CHANNEL}`, headers: this.ai.headers };
  }

  private async forget(sql: string): Promise<void> {
    await administer(this.adminUrl, sql);
  }

  private async fill(): Promise<void> {
    await administer(
      this.adminUrl,
      `insert into ai.channels (id, account_id, sub_account_id, name, version)
       values (${CHANNEL}, 1, ${SUB_ACCOUNT}, 'Harbour Hotel', 1)`,
    );
    const rows = Array.from({ length: REVIEWS }, (_, at) => ({
      id: at + 1,
      star: 1 + (at % 5),
      text: textOf(at),
    }));
    await administer(
      this.adminUrl,
      `insert into ai.reviews (id, account_id, sub_account_id, channel_id, rating_value, rating_scale, star, text, readable,
         language, posted_on, version)
       select id, 1, ${SUB_ACCOUNT}, ${CHANNEL}, star, 5, star, text, true, 'en',
         timestamptz '2026-01-01' + id * interval '1 hour', 1
       from json_to_recordset($1::json) as given (id bigint, star smallint, text text)`,
      [JSON.stringify(rows)],
    );
    await administer(this.adminUrl, 'vacuum analyze');
    await this.addPage();
    await this.waitForTranslations();
  }

  private async addPage(): Promise<void> {
    const reviews = Array.from({ length: PAGE }, (_, at) => ({
      from_name: `Customer ${at}`,
      text: textOf(at),
      posted_on: '2026-01-31',
    }));
    const { url, headers } = this.reviews;
    const response = await fetch(`${url}/public/v1/reviews/add_bulk`, {
      method: 'POST',
      headers: { ...headers, 'content-type': 'application/json' },
      body: JSON.stringify({ reviews }),
    });
    const { inserted } = (await response.json()) as { inserted?: number };
    if (inserted !== PAGE) throw new Error(`The reviews service added ${inserted} of ${PAGE} reviews.`);
  }

  /** Fills the cache, and fails if a text of the page is not translated. */
  private async waitForTranslations(): Promise<void> {
    const { url, headers } = this.page(true);
    const { items } = (await (await fetch(url, { headers })).json()) as {
      items: { text_language?: string }[];
    };
    const translated = items.filter((item) => item.text_language === TARGET).length;
    if (translated !== PAGE) throw new Error(`${translated} of ${PAGE} reviews were translated.`);
  }
}

/** About 300 characters, and different for each review. */
function textOf(at: number): string {
  const pick = (from: readonly string[], step: number): string =>
    from[Math.floor(at / step) % from.length] as string;
  const opinions =
    at % 5 >= 2
      ? [pick(PRAISE, 1), pick(PRAISE, 7), pick(CRITICISM, 11)]
      : [pick(CRITICISM, 1), pick(PRAISE, 3)];
  return [pick(OPENINGS, 2), ...opinions, pick(CLOSINGS, 5), `Room ${100 + (at % 400)}, visit ${at}.`].join(
    ' ',
  );
}

/** Stands in for LibreTranslate. Returns its address. */
async function startTranslator(cleanup: Cleanup): Promise<string> {
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { q } = JSON.parse(Buffer.concat(chunks).toString()) as { q: string[] };
      const detectedLanguage = q.map(() => ({ language: 'en', confidence: 90 }));
      response.setHeader('content-type', 'application/json');
      response.end(JSON.stringify({ translatedText: q.map((text) => `${text} (fr)`), detectedLanguage }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  cleanup.defer(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

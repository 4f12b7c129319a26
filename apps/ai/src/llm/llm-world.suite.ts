import { createDataSource, Database } from '@plaudit/database';
import { Clock, Tracing } from '@plaudit/runtime';
import { startWorld, type World } from '@plaudit/testing';
import { AiEnv } from '../ai.env';
import type { SummaryTask } from '../generation/generated';
import type { SourceReview } from '../generation/source-review';
import { aiService } from '../service';
import type { LlmConnection } from '../settings/provider-settings';
import { LlmClient } from './llm.client';
import { LlmFailure } from './llm-failure';
import { LlmGenerator } from './llm-generator';
import { LlmGeneratorFactory } from './llm-generator.factory';
import { RememberedAnswersRepository } from './remembered-answers.repository';
import { DialectsCache } from './requests/dialects.cache';
import { LlmRequestsService } from './requests/llm-requests.service';
import { type LlmStandIn, startLlmStandIn } from './stand-in/llm-stand-in.suite';

/** A clock that the spec sets. */
export class SetClock extends Clock {
  private instant = new Date('2026-08-01T12:00:00Z');

  override now(): Date {
    return this.instant;
  }

  advance(ms: number): void {
    this.instant = new Date(this.instant.getTime() + ms);
  }
}

export interface Replica {
  factory: LlmGeneratorFactory;
  requests: LlmRequestsService;
  clock: SetClock;
}

/** The database of the service, and a server in place of a model. */
export class LlmWorld {
  private readonly clients: LlmClient[] = [];

  private constructor(
    readonly world: World,
    readonly database: Database,
    readonly model: LlmStandIn,
  ) {}

  static async start(): Promise<LlmWorld> {
    const model = await startLlmStandIn();
    const world = await startWorld({ services: [{ definition: aiService }], nats: false });
    const url = world.databaseUrl('ai');
    const dataSource = createDataSource({ url, schema: 'ai', entities: [], migrations: [] });
    await dataSource.initialize();
    return new LlmWorld(world, new Database(dataSource, 'ai'), model);
  }

  async close(): Promise<void> {
    await this.closeClients();
    await this.database.dataSource.destroy();
    await this.world.close();
    await this.model.close();
  }

  async closeClients(): Promise<void> {
    for (const client of this.clients.splice(0)) await client.onApplicationShutdown();
  }

  get answers(): RememberedAnswersRepository {
    return new RememberedAnswersRepository(this.database);
  }

  /** Makes what one process has, with nothing remembered in memory. The time-out is generous, because only a hanging server needs it. */
  replica(settings: Partial<AiEnv> = {}): Replica {
    const defaults = { PUBLIC_URL: 'https://reviews.example', ALLOW_LOOPBACK: true, AI_TIMEOUT_MS: 20_000 };
    const env = Object.assign(new AiEnv(), defaults, settings);
    const clock = new SetClock();
    const client = new LlmClient(env, clock, Tracing.OFF);
    this.clients.push(client);
    const requests = new LlmRequestsService(env, client, new DialectsCache(clock), clock);
    return { factory: new LlmGeneratorFactory(env, requests, this.answers, clock), requests, clock };
  }

  generator(settings: Partial<AiEnv> = {}, apiKey: string | null = 'model-key'): LlmGenerator {
    return this.replica(settings).factory.for(this.connection(apiKey), 1);
  }

  connection(apiKey: string | null = 'model-key'): LlmConnection {
    return { baseUrl: this.model.baseUrl, apiKey, model: 'writer-1', origin: 'own' };
  }
}

/** Reviews that no table has, so that no answer about them is remembered. The newest one has the highest id. */
export function reviewsOf(
  ...texts: readonly (string | [text: string, star: number | null])[]
): SourceReview[] {
  return texts.map((entry, index) => {
    const [text, star] = typeof entry === 'string' ? [entry, 5] : entry;
    return { id: 900 - index, star, text, language: null, posted_on: '2026-07-01T00:00:00.000Z' };
  });
}

export const FIVE_REVIEWS = reviewsOf(
  'The staff was very friendly and helped us with everything.',
  'Lovely breakfast and friendly people at the reception.',
  ['We had to wait for our room, and nobody said sorry.', 2],
  'Great location close to the old harbour.',
  ['Nice rooms but the waiting time in the restaurant is long.', 3],
);

export function summaryTask(reviews: readonly SourceReview[], more: Partial<SummaryTask> = {}): SummaryTask {
  const rated = reviews.flatMap(({ star }) => star ?? []);
  const average = rated.length === 0 ? null : rated.reduce((sum, star) => sum + star, 0) / rated.length;
  const count = reviews.length;
  return { language: 'en', length: 80, business: 'Harbour Inn', count, average, reviews, ...more };
}

/** Returns the failure of a generation. Throws if it did not fail. */
export async function failureOf(work: Promise<unknown>): Promise<LlmFailure> {
  const outcome = await work.then(
    (value) => new Error(`It did not fail but returned ${JSON.stringify(value)}`),
    (error: unknown) => error,
  );
  if (outcome instanceof LlmFailure) return outcome;
  throw outcome;
}

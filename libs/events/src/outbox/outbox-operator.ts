import { DatabaseClient } from '@plaudit/database';
import type { Client } from 'pg';

/** An event as the operator sees it. */
export interface ListedEvent {
  id: number;
  event_id: string;
  subject: string;
  bytes: number;
  /** The seconds since the change. */
  age: number;
  /** Why the stream refused it, or null if publishing has not stopped at it. */
  refusal: string | null;
}

interface OperatorOptions {
  databaseUrl: string;
  schema: string;
}

const LISTED = `id::float8 as id, event_id, subject, octet_length(payload) as bytes, refusal,
  extract(epoch from clock_timestamp() - created_at)::int4 as age`;

/** What an operator can do with the outbox of one service. It needs the role of the operator or of that service. */
export class OutboxOperator {
  private constructor(
    private readonly client: Client,
    private readonly schema: string,
  ) {}

  /** Connects, runs `work` and disconnects. Returns the result of `work`. */
  static async use<T>(options: OperatorOptions, work: (operator: OutboxOperator) => Promise<T>): Promise<T> {
    const { schema } = options;
    const client = new DatabaseClient({
      connectionString: options.databaseUrl,
      application_name: `plaudit-${schema}-outbox`,
    });
    try {
      await client.connect();
      return await work(new OutboxOperator(client, schema));
    } finally {
      await client.end();
    }
  }

  /** Returns the oldest pending events and the parked ones, each at most `limit`. */
  async list(limit: number): Promise<{ pending: ListedEvent[]; parked: ListedEvent[] }> {
    return {
      pending: await this.query(`select ${LISTED} from ${this.schema}.outbox order by id limit $1`, limit),
      parked: await this.query(
        `select ${LISTED} from ${this.schema}.outbox_parked order by id limit $1`,
        limit,
      ),
    };
  }

  /** Moves a pending event to `outbox_parked`, so that the relay publishes those after it. Throws if it is not pending. */
  async park(id: number): Promise<ListedEvent> {
    const [parked] = await this.query(
      `with taken as (delete from ${this.schema}.outbox where id = $1 returning *)
       insert into ${this.schema}.outbox_parked (id, event_id, subject, payload, traceparent, created_at, refusal)
       select id, event_id, subject, payload, traceparent, created_at, refusal from taken
       returning ${LISTED}`,
      id,
    );
    if (parked) return parked;
    throw new Error(
      `The outbox of ${this.schema} has no event ${id}. Perhaps it was published in the meantime.`,
    );
  }

  /** Moves a parked event back to the end of the outbox, where it has a new id. Throws if it is not parked. */
  async unpark(id: number): Promise<ListedEvent> {
    const [pending] = await this.query(
      `with taken as (delete from ${this.schema}.outbox_parked where id = $1 returning *)
       insert into ${this.schema}.outbox (event_id, subject, payload, traceparent, created_at)
       select event_id, subject, payload, traceparent, created_at from taken
       returning ${LISTED}`,
      id,
    );
    if (pending) return pending;
    throw new Error(`The outbox of ${this.schema} has no parked event ${id}.`);
  }

  private async query(sql: string, parameter: number): Promise<ListedEvent[]> {
    const { rows } = await this.client.query<ListedEvent>(sql, [parameter]);
    return rows;
  }
}

import { type Caller, type HttpResult } from '@plaudit/testing';
import { CHANNELS, ChannelsWorld } from '../channels-world.suite';

export const HEADER = 'author,rating,text,date,id';

/** A channels service for files of reviews. */
export class ImportsWorld {
  private constructor(readonly own: ChannelsWorld) {}

  static async start(settings: Record<string, string> = {}): Promise<ImportsWorld> {
    return new ImportsWorld(await ChannelsWorld.start(settings));
  }

  close(): Promise<void> {
    return this.own.close();
  }

  /** Sends a JSON object to POST /channels/import, or to that of a channel. */
  json(body: unknown, id: number | null = null, options: SentOptions = {}): Promise<HttpResult> {
    const { by = this.own.api, headers = {} } = options;
    return by.post('channels', `${CHANNELS}/import${id === null ? '' : `/${id}`}`, { body, headers });
  }

  /** Creates a dashboard channel from rows below {@link HEADER}, and returns the response. */
  async create(
    name: string,
    rows: readonly string[],
    options: SentOptions = {},
  ): Promise<HttpResult['body']> {
    const { status, body } = await this.json({ type: 'csv', name, csv: csvOf(rows) }, null, options);
    if (status !== 200) throw new Error(`Could not import: ${JSON.stringify(body)}`);
    return body;
  }
}

interface SentOptions {
  by?: Caller;
  headers?: Record<string, string>;
}

export function csvOf(rows: readonly string[], header = HEADER): string {
  return [header, ...rows].join('\n');
}

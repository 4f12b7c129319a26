import { createDataSource, Database } from '@plaudit/database';
import { Clock, type RunningServices, startServices } from '@plaudit/runtime';
import { type Caller, eventually, type HttpResult, lendingService } from '@plaudit/testing';
import { EmbedWorld, type Shop } from '../embed/embed-world.suite';
import { widgetsService } from '../service';
import { ViewCounterService } from './view-counter.service';
import { WidgetDaysRepository } from './widget-days.repository';

class SetClock extends Clock {
  time: Date;

  override now(): Date {
    return this.time;
  }
}

/** What GET /widgets/views says about one widget. */
interface Views {
  widget_id: number;
  views: number[];
  interactions: number[];
  total_views: number;
  total_interactions: number;
}

/** The widgets service on a clock that a spec sets. */
export class ViewsWorld {
  readonly clock = new SetClock();
  embed: EmbedWorld;
  private counter: ViewCounterService;
  private definition: typeof widgetsService;

  async start(): Promise<void> {
    const onClock = [{ provide: Clock, useValue: this.clock }];
    const { definition, borrow } = await lendingService(widgetsService, [ViewCounterService], onClock);
    this.clock.time = new Date('2026-11-21T10:00:00Z');
    this.definition = definition;
    this.embed = await EmbedWorld.start({}, definition);
    this.counter = borrow(ViewCounterService);
  }

  /** Starts another replica on the same database and clock. */
  startReplica(): Promise<RunningServices> {
    const settings = { ...this.embed.world.settings('widgets'), PORT: '0' };
    return startServices([{ definition: this.definition, settings }]);
  }

  visit(path: string, headers: Record<string, string> = {}, method = 'GET'): Promise<HttpResult> {
    return this.embed.visitor.send(method, 'widgets', path, { headers });
  }

  /** Runs `work` on a repository of its own, which has the rights of the service. */
  async withRepository(work: (days: WidgetDaysRepository) => Promise<void>): Promise<void> {
    const url = this.embed.world.databaseUrl('widgets');
    const dataSource = createDataSource({ url, schema: 'widgets', entities: [], migrations: [] });
    await dataSource.initialize();
    try {
      await work(new WidgetDaysRepository(new Database(dataSource, 'widgets')));
    } finally {
      await dataSource.destroy();
    }
  }

  list(client: Caller, query: Record<string, string | number> = {}): Promise<HttpResult> {
    return client.get('widgets', '/public/v1/widgets/views', { query });
  }

  /** Stores the counts at once, which the service does every two seconds. */
  flush(): Promise<void> {
    return this.counter.flush();
  }

  /** Waits until the sums of a widget are these. */
  async expectSums(
    { client }: Shop,
    id: number,
    sums: { views: number; interactions: number },
  ): Promise<Views> {
    const sample = async (): Promise<Views> =>
      ((await this.list(client, { widgets: id, days: 365 })).body as { items: Views[] }).items[0] as Views;
    const reached = ({ total_views, total_interactions }: Views): boolean =>
      total_views >= sums.views && total_interactions >= sums.interactions;
    const found = await eventually(sample, reached, `${JSON.stringify(sums)} of widget ${id}`);
    expect({ views: found.total_views, interactions: found.total_interactions }).toEqual(sums);
    return found;
  }
}

import type { DiscoveryService } from '@nestjs/core';
import { createDataSource, Database, databaseMigrations, migrate } from '@plaudit/database';
import { cloneDatabase, eventually, type TestDatabase } from '@plaudit/testing';
import { runInContext, currentContext } from '../context';
import { Clock, Randomness } from '../clock-and-randomness';
import { Metrics } from '../metrics/metrics';
import { Chore } from './chore.decorator';
import { Chores } from './chores';
import { ChoresRepository } from './chores.repository';

/** Short, so that it is due at each tick of the clock that a spec makes. */
const ALWAYS = 1;
const HOUR_MS = 3_600_000;

describe('Chores', () => {
  let test: TestDatabase;
  let database: Database;

  beforeAll(async () => {
    test = await cloneDatabase();
    const url = test.adminUrl;
    const dataSource = createDataSource({
      url,
      schema: 'public',
      entities: [],
      migrations: [...databaseMigrations],
    });
    await dataSource.initialize();
    await migrate(dataSource);
    database = new Database(dataSource, 'reviews');
  });
  afterAll(async () => {
    await database.dataSource.destroy();
    await test.drop();
  });
  beforeEach(() => database.query('delete from chores'));

  function replica(...providers: object[]): { chores: Chores; metrics: Metrics } {
    const metrics = new Metrics('reviews');
    const discovery = {
      getProviders: () => providers.map((instance) => ({ instance })),
    } as unknown as DiscoveryService;
    const chores = new Chores(
      discovery,
      new ChoresRepository(database),
      new Clock(),
      new Randomness(),
      metrics,
    );
    chores.onApplicationBootstrap();
    return { chores, metrics };
  }

  it('runs what is due, again while there is more, and nothing else', async () => {
    class Work {
      left = 3;
      rare = 0;
      @Chore({ name: 'often', everyMs: ALWAYS, per: 'process' })
      often(): boolean {
        this.left -= 1;
        return this.left > 0;
      }
      @Chore({ name: 'rare', everyMs: HOUR_MS, per: 'process' })
      seldom(): void {
        this.rare += 1;
      }
    }
    const work = new Work();
    const { chores } = replica(work);
    await eventually(
      () => {
        chores.tick();
        return work.left;
      },
      (left) => left <= 0,
      'the chore to run',
    );
    expect(work.rare).toBe(0);
    await chores.run('rare');
    expect(work.rare).toBe(1);
  });

  it('runs a chore of the service in one replica in each interval, and at once where it is asked for', async () => {
    const ran: string[] = [];
    class Work {
      constructor(private readonly replicaName: string) {}
      @Chore({ name: 'shared', everyMs: ALWAYS, per: 'service' })
      run(): void {
        ran.push(this.replicaName);
      }
    }
    const [one, two] = [replica(new Work('one')).chores, replica(new Work('two')).chores];
    await database.query(
      "insert into chores (name, held_until) values ('shared', now() + interval '1 hour')",
    );
    one.tick();
    await one.onModuleDestroy();
    expect(ran).toEqual([]);
    await two.run('shared');
    expect(ran).toEqual(['two']);
    await database.query("update chores set held_until = now() - interval '1 second'");
    two.tick();
    await two.onModuleDestroy();
    expect(ran).toEqual(['two', 'two']);
  });

  it('does not run a chore twice at a time, and runs it once more if it was asked for meanwhile', async () => {
    let release = (): void => {};
    class Work {
      runs = 0;
      running = 0;
      most = 0;
      @Chore({ name: 'slow', everyMs: HOUR_MS, per: 'process' })
      async run(): Promise<void> {
        this.runs += 1;
        this.running += 1;
        this.most = Math.max(this.most, this.running);
        await new Promise<void>((resolve) => (release = resolve));
        this.running -= 1;
      }
    }
    const work = new Work();
    const { chores } = replica(work);
    const first = chores.run('slow');
    const [second, third] = [chores.run('slow'), chores.run('slow')];
    release();
    await eventually(
      () => work.runs,
      (runs) => runs === 2,
      'the second run',
    );
    release();
    await Promise.all([first, second, third]);
    expect([work.runs, work.most]).toEqual([2, 1]);
  });

  it('logs and counts a failure, and runs the chore again in its time', async () => {
    class Work {
      runs = 0;
      @Chore({ name: 'failing', everyMs: ALWAYS, per: 'process' })
      run(): void {
        this.runs += 1;
        if (this.runs === 1) throw new Error('no');
      }
    }
    const work = new Work();
    const { chores, metrics } = replica(work);
    await chores.run('failing');
    await chores.run('failing');
    expect(work.runs).toBe(2);
    const text = await metrics.registry.metrics();
    expect(text).toMatch(/plaudit_chore_duration_seconds_count\{[^}]*result="failed"[^}]*\} 1/);
    expect(text).toMatch(/plaudit_chore_duration_seconds_count\{[^}]*result="done"[^}]*\} 1/);
  });

  it('runs in a context of its own', async () => {
    const seen: unknown[] = [];
    class Work {
      @Chore({ name: 'asked_for', everyMs: HOUR_MS, per: 'process' })
      run(): void {
        seen.push(currentContext());
      }
    }
    const { chores } = replica(new Work());
    await runInContext({ service: 'reviews', tenant: 7 } as never, () => chores.run('asked_for'));
    expect(seen).toEqual([undefined]);
  });

  it('tells a chore that the process stops, waits for it, and starts nothing after that', async () => {
    class Work {
      runs = 0;
      ended = false;
      @Chore({ name: 'long', everyMs: HOUR_MS, per: 'process' })
      async run(_now: Date, stopping: AbortSignal): Promise<boolean> {
        this.runs += 1;
        await new Promise<void>((resolve) => stopping.addEventListener('abort', () => resolve()));
        this.ended = true;
        return true;
      }
    }
    const work = new Work();
    const { chores } = replica(work);
    void chores.run('long');
    await chores.onModuleDestroy();
    expect(work.ended).toBe(true);
    await chores.run('long');
    expect(work.runs).toBe(1);
  });

  it('refuses two chores of one name', () => {
    class Work {
      @Chore({ name: 'same', everyMs: HOUR_MS, per: 'process' })
      one(): void {}
      @Chore({ name: 'same', everyMs: HOUR_MS, per: 'process' })
      two(): void {}
    }
    expect(() => replica(new Work())).toThrow('Work.one and Work.two are both the chore same');
  });
});

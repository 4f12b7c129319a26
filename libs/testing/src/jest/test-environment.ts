import asyncHooks, { AsyncLocalStorage } from 'node:async_hooks';
import perfHooks, { type IntervalHistogram, PerformanceObserver } from 'node:perf_hooks';
import type { EnvironmentContext, JestEnvironmentConfig } from '@jest/environment';
import { ModernFakeTimers } from '@jest/fake-timers';
import type { Circus } from '@jest/types';
import { ModuleMocker } from 'jest-mock';

import { eventually } from '../eventually';
import { closeFetchConnections, openedSince, openResources, openTimers } from './open-resources';
import { fileBegins, fileEnds } from './worker-end';

/**
 * Sockets and child processes need a moment to close. Only a file that leaves something open waits this long. The option
 * `closingMs` of the environment replaces it.
 */
const CLOSING_MS = 20_000;

/** Where jest-circus reads what `jest.setTimeout` has set. */
const TIMEOUT = Symbol.for('TEST_TIMEOUT_SYMBOL');

/** The descriptions of the symbols under which jest-circus keeps what belongs to one spec file in the global object. */
const OF_ONE_FILE = new Set(['JEST_STATE_SYMBOL', 'EVENT_HANDLERS', TIMEOUT.description]);

/**
 * One histogram for the whole worker process. prom-client starts one in each service, and Node keeps each until the process
 * ends, with a timer that fires a hundred times a second.
 */
const eventLoopDelay: IntervalHistogram = perfHooks.monitorEventLoopDelay();
perfHooks.monitorEventLoopDelay = () => eventLoopDelay;

/** The observers that the current spec file has started. Node keeps an observer until it is disconnected. */
const observers = new Set<PerformanceObserver>();
perfHooks.PerformanceObserver = class extends PerformanceObserver {
  override observe(...options: Parameters<PerformanceObserver['observe']>): void {
    observers.add(this);
    super.observe(...options);
  }
};

/**
 * The storages that have been made since the last spec file. jest-circus makes one for each file. Node 20 and 22 give each promise
 * a value of every storage that was used and not disabled, so promises of the last of 250 files took ten times as long.
 */
const storages = new Set<AsyncLocalStorage<unknown>>();
class ListedStorage<T> extends AsyncLocalStorage<T> {
  constructor(...parameters: ConstructorParameters<typeof AsyncLocalStorage<T>>) {
    super(...parameters);
    storages.add(this);
  }
}
// It is a getter since Node 22, so it cannot be assigned.
Object.defineProperty(asyncHooks, 'AsyncLocalStorage', { value: ListedStorage });

const shared: typeof globalThis & Record<symbol, unknown> = globalThis;

/**
 * The environment of a spec file is the worker process itself. Spec files share its modules (see NodeRuntime), so this puts back
 * what they may change: the clock, replaced properties, the environment's variables and the console. It fails a file that
 * leaves something open.
 */
// Jest reads the default export.
// oxlint-disable-next-line import/no-default-export
export default class TestEnvironment {
  readonly global = shared;
  readonly fakeTimers = null;
  readonly fakeTimersModern: ModernFakeTimers;
  readonly moduleMocker = new ModuleMocker(shared);
  private readonly before = openResources();
  private readonly timersBefore = openTimers();
  private readonly closingMs: number;
  private readonly worker = { console: shared.console, exit: process.exit, env: { ...process.env } };

  constructor({ projectConfig }: JestEnvironmentConfig, { testPath }: EnvironmentContext) {
    fileBegins(testPath);
    this.closingMs = Number(projectConfig.testEnvironmentOptions['closingMs'] ?? CLOSING_MS);
    this.fakeTimersModern = new ModernFakeTimers({ config: projectConfig, global: shared });
    shared.jest = jestObject(this.fakeTimersModern, this.moduleMocker);
  }

  setup(): Promise<void> {
    // Jest has just set its own, which finds no maps. Without one, Node maps the places in errors to TypeScript.
    Reflect.deleteProperty(Error, 'prepareStackTrace');
    return Promise.resolve();
  }

  /** Jest asks for it. Without one, modules run in the context of the process. */
  getVmContext(): null {
    return null;
  }

  async handleTestEvent({ name }: Circus.Event, state: Circus.State): Promise<void> {
    if (name === 'run_finish') await this.checkResources(state);
  }

  teardown(): Promise<void> {
    this.putBack();
    const { console, exit, env } = this.worker;
    Object.assign(shared, { console });
    process.exit = exit;
    for (const name of Object.keys(process.env)) if (!(name in env)) delete process.env[name];
    Object.assign(process.env, env);
    for (const symbol of Object.getOwnPropertySymbols(shared))
      if (OF_ONE_FILE.has(symbol.description)) delete shared[symbol];
    for (const observer of observers) observer.disconnect();
    observers.clear();
    // A storage of a shared module is enabled again when it is used.
    for (const storage of storages) storage.disable();
    storages.clear();
    fileEnds(openTimers() - this.timersBefore);
    return Promise.resolve();
  }

  private putBack(): void {
    this.fakeTimersModern.useRealTimers();
    this.moduleMocker.restoreAllMocks();
  }

  private async checkResources({ unhandledErrors }: Circus.State): Promise<void> {
    this.putBack();
    await closeFetchConnections();
    const left = (): string[] => openedSince(this.before);
    await eventually(left, ({ length }) => length === 0, 'all to close', { timeoutMs: this.closingMs }).catch(
      () => {
        unhandledErrors.push(new Error(`The spec file left open: ${left().join(', ')}`));
      },
    );
  }
}

/** The object `jest` with the functions that specs use. Others are missing. */
function jestObject(timers: ModernFakeTimers, mocker: ModuleMocker): typeof jest {
  const used = {
    useFakeTimers: timers.useFakeTimers.bind(timers),
    useRealTimers: timers.useRealTimers.bind(timers),
    setSystemTime: timers.setSystemTime.bind(timers),
    advanceTimersByTime: timers.advanceTimersByTime.bind(timers),
    advanceTimersByTimeAsync: timers.advanceTimersByTimeAsync.bind(timers),
    spyOn: mocker.spyOn.bind(mocker),
    replaceProperty: mocker.replaceProperty.bind(mocker),
    restoreAllMocks: mocker.restoreAllMocks.bind(mocker),
    setTimeout: (ms: number) => (shared[TIMEOUT] = ms),
  };
  return used as unknown as typeof jest;
}

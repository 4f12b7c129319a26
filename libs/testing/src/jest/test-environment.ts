import perfHooks, { type IntervalHistogram, PerformanceObserver } from 'node:perf_hooks';
import type { Circus } from '@jest/types';
import { TestEnvironment as NodeEnvironment } from 'jest-environment-node';

import { eventually } from '../eventually';
import { closeFetchConnections, openedSince, openResources } from './open-resources';

/**
 * Sockets and child processes need a moment to close. Only a file that leaves something open waits this long. The option
 * `closingMs` of the environment replaces it.
 */
const CLOSING_MS = 20_000;

/**
 * One histogram for the whole worker process, made before any spec runs. prom-client starts one in each spec file that
 * starts a service. Node keeps every histogram until the process ends, and each one keeps the modules of its file:
 * about 30 MB.
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
 * Jest's Node environment, which also releases what a spec file leaves behind. Without this, each file with a world
 * keeps its module registry in memory, and a worker grows to about 3 GB over a whole run.
 */
// Jest reads the default export.
// oxlint-disable-next-line import/no-default-export
export default class TestEnvironment extends NodeEnvironment {
  private readonly before = openResources();
  private readonly closingMs: number;

  constructor(...[config, context]: ConstructorParameters<typeof NodeEnvironment>) {
    super(config, context);
    this.closingMs = Number(config.projectConfig.testEnvironmentOptions['closingMs'] ?? CLOSING_MS);
  }

  /**
   * jest-circus runs each test in an AsyncLocalStorage whose value is the test. A socket or timer that outlives its file
   * keeps that value. This empties the value, so that it no longer refers to the modules of the file.
   */
  async handleTestEvent({ name }: Circus.Event, state: Circus.State): Promise<void> {
    if (name === 'run_finish') await this.checkResources(state);
    if (name === 'teardown') release(state.rootDescribeBlock);
  }

  override async teardown(): Promise<void> {
    for (const observer of observers) observer.disconnect();
    observers.clear();
    await super.teardown();
  }

  private async checkResources({ unhandledErrors }: Circus.State): Promise<void> {
    await closeFetchConnections();
    const left = (): string[] => openedSince(this.before);
    await eventually(left, ({ length }) => length === 0, 'all to close', { timeoutMs: this.closingMs }).catch(
      () => {
        unhandledErrors.push(new Error(`The spec file left open: ${left().join(', ')}`));
      },
    );
  }
}

function release(block: Circus.DescribeBlock): void {
  const entries: { fn?: unknown; asyncError?: unknown }[] = [
    ...block.hooks.splice(0),
    ...block.tests.splice(0),
  ];
  for (const entry of entries) {
    entry.fn = undefined;
    entry.asyncError = undefined;
  }
  for (const child of block.children.splice(0)) {
    if (child.type === 'describeBlock') release(child);
  }
}

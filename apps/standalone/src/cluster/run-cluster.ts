import type { ServiceName } from '@plaudit/contracts';
import { eventually, SeededRandom } from '@plaudit/testing';
import type { SentRequest } from './api-client';
import { Audit, type AuditResult } from './audit';
import { API_KEY, type ClusterOptions, ClusterWorld } from './cluster-world';
import type { StepResult } from './report';
import type { Step } from './steps';
import { Traffic } from './traffic';

/** Requests that must have been answered before and after each step. */
const CALM_REQUESTS = 30;
const CALM = { timeoutMs: 120_000, intervalMs: 50 };
/** Requests of all clients after a roll, and how many of them the service must have got to tell the shares. */
const SHARED_REQUESTS = 120;
const MIN_SHARED = 30;
const MAX_LISTED = 10;
const ERROR_LINES = /^.*"level":"(?:error|fatal)".*$/gm;

export interface ClusterRun extends ClusterOptions {
  seed: number;
  /** An audit after each step names the step that lost something. One after each round takes less time. */
  auditAfter: 'step' | 'round';
  logFolder: string;
  /** Returns the steps of the next round, or none to end the run. */
  nextRound(chance: SeededRandom): readonly Step[];
  say(line: string): void;
}

export interface ClusterReport {
  results: StepResult[];
  /** What must not have happened. Empty if the run passed. */
  violations: string[];
}

/** Starts the product with two replicas of everything, lets the steps happen to it under load, and audits after each. */
export async function runCluster(run: ClusterRun): Promise<ClusterReport> {
  const { say } = run;
  const chance = new SeededRandom(run.seed);
  const world = await ClusterWorld.start(run.logFolder, run);
  try {
    await world.untilHealthy();
    say('The product is ready.');
    const traffic = await Traffic.prepare(world, chance, API_KEY);
    const stage = new Stage(world, traffic, run);
    for (let steps = run.nextRound(chance); steps.length > 0; steps = run.nextRound(chance)) {
      for (const step of steps) await stage.play(step);
      if (run.auditAfter === 'round') await stage.auditRound(steps);
    }
    return stage.report();
  } finally {
    await world.close();
  }
}

/** What the audit adds to the result of a step. */
type Audited = Pick<StepResult, 'quietMs' | 'lost' | 'doubled' | 'deadLetters'>;

const NOT_AUDITED: Audited = { quietMs: 0, lost: 0, doubled: 0, deadLetters: 0 };

/** Lets steps happen one after the other and keeps what they did. */
class Stage {
  private readonly results: StepResult[] = [];
  private readonly violations: string[] = [];
  private readonly audit: Audit;
  /** A later audit finds the same again. It is reported with the step that caused it. */
  private readonly known = new Set<string>();
  private knownDeadLetters = 0;

  constructor(
    private readonly world: ClusterWorld,
    private readonly traffic: Traffic,
    private readonly run: ClusterRun,
  ) {
    this.audit = new Audit(world, traffic.ledger, traffic.fixtures.widgetKey);
  }

  /** Lets a step happen while clients use the product. */
  async play(step: Step): Promise<void> {
    const { traffic } = this;
    const before = traffic.sent.length;
    traffic.resume();
    await this.untilCalm();
    const beganAt = performance.now();
    await step.happen(this.world, traffic.sent);
    await this.world.untilHealthy();
    await this.untilCalm();
    const shares = step.rolled ? await this.sharesOf(step.rolled) : null;
    await traffic.pause();
    const sent = traffic.sent.slice(before);
    this.conclude(step, sent, performance.now() - beganAt);
    const audited = this.run.auditAfter === 'step' ? await this.findings(step.name) : NOT_AUDITED;
    this.results.push({ ...measured(step.name, sent, beganAt), ...audited, shares });
  }

  /** Audits what the steps of a round have done together. */
  async auditRound(steps: readonly Step[]): Promise<void> {
    const name = steps.length === 1 ? (steps[0] as Step).name : 'the whole round';
    const audited = await this.findings(name);
    this.results.push({ ...measured(name, [], 0), ...audited, shares: null });
  }

  report(): ClusterReport {
    const { receiver, nats } = this.world;
    const errors = (this.world.logs().match(ERROR_LINES) ?? []).map(describeLine);
    const refused = nats.log().match(/.*Violation.*/g) ?? [];
    const counted = [...countsOf(errors)].map(([line, count]) => `${count} x ${line}`);
    return {
      results: this.results,
      violations: [
        ...this.violations,
        ...this.traffic.ledger.unexpected,
        ...receiver.refused.map((why) => `a delivery was not signed: ${why}`),
        ...counted.map((line) => `logged as errors: ${line}`),
        ...refused.map((line) => `NATS refused a request: ${line}`),
      ],
    };
  }

  /** Waits until the product has answered some more requests. */
  private async untilCalm(requests = CALM_REQUESTS): Promise<void> {
    const from = this.traffic.sent.length;
    await eventually(
      () => this.traffic.sent.slice(from).filter(({ failure }) => failure === null).length,
      (answered) => answered >= requests,
      `${requests} requests to be answered`,
      CALM,
    );
  }

  /** Returns the shares of the replicas of a service in the next requests. */
  private async sharesOf(name: ServiceName): Promise<StepResult['shares']> {
    const service = this.world.service(name);
    const before = await service.answered();
    await this.untilCalm(SHARED_REQUESTS);
    const after = await service.answered();
    const [one, other] = after.map((count, at) => count - (before[at] as number)) as [number, number];
    if (one + other < MIN_SHARED) return null;
    const percent = Math.round((100 * one) / (one + other));
    return [percent, 100 - percent];
  }

  /** Waits until the product is quiet and audits it. */
  private async findings(name: string): Promise<Audited> {
    const pausedAt = performance.now();
    await this.audit.untilQuiet();
    const quietMs = performance.now() - pausedAt;
    const { lost, doubled, deadLetters } = this.newFindings(await this.audit.run());
    const violations = [
      ...shortened(lost).map((what) => `lost: ${what}`),
      ...shortened(doubled).map((what) => `doubled: ${what}`),
      ...(deadLetters > 0 ? [`${deadLetters} events were given up`] : []),
    ];
    this.violations.push(...violations.map((what) => `${name}: ${what}`));
    return { quietMs, lost: lost.length, doubled: doubled.length, deadLetters };
  }

  private newFindings({ lost, doubled, deadLetters }: AuditResult): AuditResult {
    const isNew = (finding: string): boolean => !this.known.has(finding);
    const found = { lost: lost.filter(isNew), doubled: doubled.filter(isNew) };
    for (const finding of [...lost, ...doubled]) this.known.add(finding);
    const more = Math.max(0, deadLetters - this.knownDeadLetters);
    this.knownDeadLetters = deadLetters;
    return { ...found, deadLetters: more };
  }

  private conclude({ name, mayFail }: Step, sent: readonly SentRequest[], tookMs: number): void {
    const failures = sent.filter(({ failure }) => failure !== null);
    const kinds = countsOf(failures.map(({ what, failure }) => `${what}: ${failure}`));
    const listed = [...kinds].map(([kind, count]) => `${count} x ${kind}`).join(', ');
    const took = `${(tookMs / 1_000).toFixed(1)} s`;
    this.run.say(
      `${name}: ${took}, ${sent.length} requests, ${failures.length} failed${listed && ` (${listed})`}`,
    );
    if (failures.length > mayFail)
      this.violations.push(`${name}: ${failures.length} requests failed (${listed})`);
  }
}

function measured(
  name: string,
  sent: readonly SentRequest[],
  beganAt: number,
): Omit<StepResult, keyof Audited | 'shares'> {
  const failures = sent.filter(({ failure }) => failure !== null);
  return {
    name,
    times: 1,
    requests: sent.length,
    failed: failures.length,
    slowestMs: Math.max(0, ...sent.map(({ ms }) => ms)),
    recoveredMs: Math.max(0, ...failures.map(({ endedAt }) => endedAt - beganAt)),
  };
}

function countsOf(values: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const value of values) counts.set(value, (counts.get(value) ?? 0) + 1);
  return counts;
}

/** A fault of one kind may have hundreds of findings. The first ones tell what it is. */
function shortened(findings: readonly string[]): string[] {
  const more = findings.length - MAX_LISTED;
  return more > 0 ? [...findings.slice(0, MAX_LISTED), `and ${more} more`] : [...findings];
}

/** Returns the service and the message of a line of a log, without numbers, so that equal ones can be counted. */
function describeLine(line: string): string {
  const { service, name, msg } = JSON.parse(line) as Record<string, string | undefined>;
  return `${service} ${name}: ${msg?.replace(/\d+/g, '#')}`;
}

import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually, publishToEvents } from '@plaudit/testing';
import type { SentRequest } from './api-client';
import type { ClusterWorld } from './cluster-world';
import { reportTable } from './report';
import { type ClusterReport, runCluster } from './run-cluster';
import { briefSteps, type Step } from './steps';

/** `npm run test:cluster` draws a random seed, and lets every fault happen to every service. */
const SEED = Number(process.env.CLUSTER_SEED ?? 20_261_123);
const FREEZE_MS = 3_000;

/** Breaks everything that the run checks, so that a check that finds nothing is noticed. */
const TAMPER: Step = { name: 'tamper', mayFail: 0, happen: tamper };

async function tamper(world: ClusterWorld, sent: readonly SentRequest[]): Promise<void> {
  const { balancer } = world;
  const targets = balancer.ready();
  const before = sent.length;
  await balancer.setTargets([]);
  const failures = (): SentRequest[] => sent.slice(before).filter(({ failure }) => failure !== null);
  await eventually(failures, ({ length }) => length > 0, 'a request to fail');
  await balancer.setTargets(targets);
  const kept = 'select min(id) from reviews.reviews where channel_id is null and status = ';
  await world.query(`update reviews.reviews set status = 1 where id in (${kept} 2)`);
  await world.query(`update reviews.reviews set text = 'Unknown' where id in (${kept} 0)`);
  await world.query('update channels.channels set collected_reviews = collected_reviews + 1');
  // In one of nine runs the audit did not miss the first delivery. The last ones are of changes that clients just made.
  const delivered = [...world.receiver.received.keys()].slice(-2);
  for (const id of delivered) world.receiver.received.delete(id);
  await publishToEvents(world.nats.urlOf('admin'), 'dlq.reports__review', '{}');
}

const isTampering = (violation: string): boolean => violation.startsWith(`${TAMPER.name}: `);

describe('the product with two replicas of every service', () => {
  const rounds: Step[][] = [];
  const logFolder = mkdtempSync(join(tmpdir(), 'plaudit-cluster-'));
  let report: ClusterReport;

  beforeAll(async () => {
    report = await runCluster({
      seed: SEED,
      auditAfter: 'round',
      logFolder,
      // A machine that pauses for seconds must not look like a replica that does not answer.
      timeoutFactor: 5,
      // Longer than the gateways keep an idle connection, so that none is closed while a request is sent on it.
      graceSeconds: 4,
      leaseSeconds: 5,
      nextRound: (chance) => {
        if (rounds.length === 2) return [];
        const steps = rounds.length === 0 ? briefSteps(chance, { freezeMs: FREEZE_MS }) : [TAMPER];
        rounds.push(steps);
        return steps;
      },
      say: (line) => void process.stderr.write(`${line}\n`),
    });
    process.stderr.write(`CLUSTER_SEED=${SEED}, logs in ${logFolder}\n${reportTable(report.results)}\n`);
    // The logs of a run that failed are kept.
    if (report.violations.every(isTampering)) rmSync(logFolder, { recursive: true });
  }, 900_000);

  it('fails no request of a roll, and neither loses, doubles nor gives up anything in a fault', () => {
    expect(report.violations.filter((violation) => !isTampering(violation))).toEqual([]);
    expect(report.results.filter(({ requests }) => requests > 0)).toHaveLength(rounds.flat().length);
  });

  it('finds what was tampered with, so the run above would have found it', () => {
    const found = report.violations.filter(isTampering).map((violation) => violation.replace(/\d+/g, '#'));
    for (const expected of [
      /^tamper: # requests failed/,
      /^tamper: lost: review # is not stored as ignored/,
      /^tamper: lost: review # is not stored as inbox/,
      /^tamper: lost: channel # counts # of # reviews/,
      /^tamper: lost: review\.\w+ evt_\S+ was not delivered/,
      /^tamper: doubled: review # is stored, but its client was told another id/,
      /^tamper: # events were given up/,
    ])
      expect(found).toContainEqual(expect.stringMatching(expected));
  });
});

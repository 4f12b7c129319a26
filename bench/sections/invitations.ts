import { FUTURE, InvitationsWorld, LARGE_MAILS } from '../harness/invitations-world';
import { sized } from '../harness/sizes';
import { median, percentile, ratio } from '../harness/statistics';
import { count, milliseconds, type Row, type SectionOptions } from '../harness/table';

/** Mails of one round. */
const MAILS = sized(5_000, 200);
/** Mails of the measurement of memory. */
const MANY = sized(100_000, 1_000);

/** Measures invitations: adding them, sending them over SMTP, finding none due, and the delay of a small tenant beside a large one. */
export async function invitations({ rounds, cleanup }: SectionOptions): Promise<Row[]> {
  const world = await InvitationsWorld.start(cleanup);
  const rates = { added: [] as number[], sent: [] as number[], bare: [] as number[] };
  for (let round = 0; round <= rounds; round += 1) {
    const added = await world.add(MAILS);
    const sent = await world.send(MAILS);
    const bare = await world.sendBare(MAILS);
    // The first round warms up.
    if (round === 0) continue;
    rates.added.push(added);
    rates.sent.push(sent.perSecond);
    rates.bare.push(bare);
  }
  return [...ratesOf(rates), await fairness(world), await ticks(world)];
}

/** Measures whether the memory of a sending process grows. */
export async function manyInvitations({ cleanup }: SectionOptions): Promise<Row[]> {
  return manyMails(await InvitationsWorld.start(cleanup));
}

function ratesOf({ added, sent, bare }: Record<'added' | 'sent' | 'bare', number[]>): Row[] {
  return [
    {
      measured: 'requests/s added, 500 a request, one client',
      plaudit: count(median(added)),
      aim: '>= 3,000',
    },
    {
      measured: 'mails/s from due to accepted, one process; a bare loop of nodemailer',
      plaudit: count(median(sent)),
      beside: count(median(bare)),
      ratio: ratio(sent, bare),
      aim: '>= 300',
    },
  ];
}

async function manyMails(world: InvitationsWorld): Promise<Row[]> {
  await world.add(MANY);
  const { perSecond, megabytes, megabytesEarly } = await world.send(MANY);
  return [
    { measured: `mails/s over ${count(MANY)}`, plaudit: count(perSecond), aim: '>= 300' },
    {
      measured: `resident MB after ${count(MANY)} mails; after a tenth of them`,
      plaudit: count(megabytes),
      beside: count(megabytesEarly),
      ratio: (megabytes / megabytesEarly).toFixed(2),
      aim: 'flat',
    },
  ];
}

async function fairness(world: InvitationsWorld): Promise<Row> {
  const delays = await world.fairness();
  return {
    measured: `from due to accepted for one mail, while another tenant sends ${count(LARGE_MAILS)}, p95`,
    plaudit: milliseconds(percentile(delays, 0.95)),
    aim: '<= 2,000 ms',
  };
}

async function ticks(world: InvitationsWorld): Promise<Row> {
  return {
    measured: `a tick with ${count(FUTURE)} future requests, p95`,
    plaudit: milliseconds(percentile(await world.ticks(), 0.95)),
    aim: '<= 10 ms',
  };
}

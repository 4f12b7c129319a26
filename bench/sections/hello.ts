import { load, warmUp } from '../harness/load';
import { startProduct } from '../harness/product';
import { alternate } from '../harness/rounds';
import { count, type Row, type SectionOptions } from '../harness/table';
import { median, ratio } from '../harness/statistics';

const CONNECTIONS = 32;

/** Measures the gateway itself: key, throttle, token, guard and metrics around a trivial response. */
export async function hello({ rounds, seconds, cleanup }: SectionOptions): Promise<Row[]> {
  const { gateway, bare, keyHeader } = await startProduct(cleanup);
  const targets = {
    gateway: { url: `${gateway}/public/v1/hello`, headers: keyHeader, connections: CONNECTIONS },
    bare: { url: `${bare}/hello`, headers: keyHeader, connections: CONNECTIONS },
  };
  for (const target of Object.values(targets)) await warmUp(target);
  const rate = async (name: keyof typeof targets): Promise<number> =>
    (await load({ ...targets[name], seconds })).perSecond;
  const results = await alternate(rounds, { gateway: () => rate('gateway'), bare: () => rate('bare') });
  return [
    {
      measured: 'GET /hello per second; bare Fastify',
      plaudit: count(median(results.gateway)),
      beside: count(median(results.bare)),
      ratio: ratio(results.gateway, results.bare),
      aim: '>= 0.35',
    },
  ];
}

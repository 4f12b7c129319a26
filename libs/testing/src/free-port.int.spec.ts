import { freePort } from './free-port';

describe('freePort', () => {
  const { JEST_WORKER_ID: own } = process.env;
  afterEach(() => (process.env.JEST_WORKER_ID = own));

  it('returns no port that another worker could get', async () => {
    const portsOf = async (worker: number): Promise<number[]> => {
      process.env.JEST_WORKER_ID = String(worker);
      const ports: number[] = [];
      while (ports.length < 30) ports.push((await freePort()) % 16);
      return [...new Set(ports)];
    };
    expect([await portsOf(1), await portsOf(2), await portsOf(16)]).toEqual([[1], [2], [0]]);
  });

  it('returns no port twice, although no server listens on it yet', async () => {
    const ports = new Set<number>();
    for (let asked = 0; asked < 200; asked += 1) ports.add(await freePort());
    expect(ports.size).toBe(200);
  });
});

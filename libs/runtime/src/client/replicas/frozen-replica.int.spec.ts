import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Logger } from '@nestjs/common';
import { eventually, freeze, RecordedLogs } from '@plaudit/testing';
import { fine, ReplicasWorld, type Result, send, sendMany } from './replicas-world.suite';

/** A replica in a process of its own, because only a whole process can be frozen. */
const PROGRAM = `
  const server = require('node:http').createServer((request, response) => response.end('fine'));
  server.listen(0, '127.0.0.1', () => console.log(server.address().port));
`;

let world: ReplicasWorld;
let child: ChildProcess;

beforeEach(async () => {
  Logger.overrideLogger(new RecordedLogs());
  world = new ReplicasWorld();
});
afterEach(async () => {
  child.kill('SIGKILL');
  await world.close();
});

async function startChild(): Promise<string> {
  child = spawn(process.execPath, ['-e', PROGRAM], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [port] = (await once(child.stdout!, 'data')) as [Buffer];
  return `http://127.0.0.1:${Number(port.toString())}`;
}

describe('a ReplicaSet in front of a process that is stopped', () => {
  it('loses only the requests that the process has, and uses it again when it goes on', async () => {
    const healthy = await world.replica();
    const set = world.set([await startChild(), healthy.url]);
    expect(await sendMany(set, 10)).toEqual(fine(10));
    expect(healthy.requests).toHaveLength(5);

    await freeze(child.pid!);
    const results: Result[] = [];
    const sent: Promise<unknown>[] = [];
    for (let turn = 0; turn < 200; turn += 1) {
      sent.push(send(set).then((result) => results.push(result)));
      world.now += 100;
      await eventually(
        () => results.length,
        (answered) => answered >= sent.length - 5,
        'the requests at the healthy replica to be answered',
        { intervalMs: 1 },
      );
    }
    expect(set.states().map(({ isOut }) => isOut)).toEqual([true, false]);
    expect(await sendMany(set, 50)).toEqual(fine(50));

    child.kill('SIGCONT');
    await Promise.all(sent);
    expect(results).toEqual(fine(200));
    await eventually(
      async () => {
        const before = healthy.requests.length;
        expect(await sendMany(set, 10)).toEqual(fine(10));
        return healthy.requests.length - before;
      },
      (received) => received === 5,
      'the process to get its share again',
    );
  });
});

import { getEventListeners } from 'node:events';
import { threadId } from 'node:worker_threads';
import { Logger } from '@nestjs/common';
import { eventually } from '@plaudit/testing';
import { ThreadError, type ThreadLimits, WorkerThread } from './worker-thread';

const PLENTY: ThreadLimits = { milliseconds: 600_000, megabytes: 128 };

const opened: WorkerThread[] = [];

function open(limits: Partial<ThreadLimits> = {}, entry = 'works.process'): WorkerThread {
  const thread = new WorkerThread(require.resolve(`./fixtures/${entry}`), { ...PLENTY, ...limits });
  opened.push(thread);
  return thread;
}

/** Starts a work that never ends, and waits until it is under way. `ended` resolves with the error that ends it. */
async function endless(thread: WorkerThread, signal?: AbortSignal): Promise<{ ended: Promise<unknown> }> {
  const shared = new Int32Array(new SharedArrayBuffer(4));
  const ended = thread.run('endless', shared, signal).catch((error: unknown) => error);
  await eventually(
    () => Atomics.load(shared, 0),
    (begun) => begun === 1,
    'the work to be under way',
  );
  return { ended };
}

async function threadOf(thread: WorkerThread): Promise<number> {
  return ((await thread.run('doubling', 21)) as { threadId: number }).threadId;
}

beforeAll(() => Logger.overrideLogger(false));

afterEach(async () => {
  for (const thread of opened.splice(0)) await thread.close();
});

describe('WorkerThread', () => {
  it('runs all tasks in one other thread', async () => {
    const thread = open();
    const first = await thread.run('doubling', 21);
    expect(first).toEqual({ doubled: 42, threadId: expect.any(Number) });
    expect(await thread.run('doubling', 21)).toEqual(first);
    expect(await threadOf(thread)).not.toBe(threadId);
  });

  it('ends a task after the time limit, and runs the next one in a new thread', async () => {
    const thread = open({ milliseconds: 5_000 });
    const before = await threadOf(thread);
    const { ended } = await endless(thread);
    const error = await ended;
    expect(error).toBeInstanceOf(ThreadError);
    expect(error).toMatchObject({
      code: 'ERR_WORKER_TIMED_OUT',
      message: 'The endless took more than 5000 ms',
    });
    expect(await threadOf(thread)).not.toBe(before);
  });

  it('throws if a task needs too much memory, and runs the next one', async () => {
    const thread = open({ megabytes: 64, youngMegabytes: 16 });
    const refused = thread.run('greedy', null);
    await expect(refused).rejects.toThrow(ThreadError);
    await expect(refused).rejects.toMatchObject({
      code: 'ERR_WORKER_OUT_OF_MEMORY',
      message: 'The greedy took more than 64 MB',
    });
    await threadOf(thread);
  });

  it('throws what a work throws, and keeps the thread', async () => {
    const thread = open();
    const before = await threadOf(thread);
    await expect(thread.run('faulty', null)).rejects.toThrow('A fault of ours');
    expect(await threadOf(thread)).toBe(before);
  });

  it('ends a task whose signal is aborted, and runs the next one in a new thread', async () => {
    const thread = open();
    const before = await threadOf(thread);
    const stopping = new AbortController();
    const { ended } = await endless(thread, stopping.signal);
    const reason = new Error('enough');
    stopping.abort(reason);
    expect(await ended).toMatchObject({ name: 'AbortError', cause: reason });
    expect(await threadOf(thread)).not.toBe(before);
  });

  it('throws the reason of a signal that is aborted already', async () => {
    const signal = AbortSignal.abort(new Error('enough'));
    await expect(open().run('doubling', 21, signal)).rejects.toThrow('enough');
  });

  it('leaves no listener on a signal', async () => {
    const { signal } = new AbortController();
    const thread = open();
    await thread.run('doubling', 21, signal);
    await expect(thread.run('faulty', null, signal)).rejects.toThrow('A fault of ours');
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });

  it('throws for every task if the thread cannot start', async () => {
    const thread = open({}, 'failing.process');
    for (let tries = 0; tries < 2; tries += 1) {
      await expect(thread.run('doubling', 21)).rejects.toThrow(/failing.process|cannot start/);
    }
  });

  it('ends a task that is under way when it is closed, and refuses later ones', async () => {
    const thread = open();
    const { ended } = await endless(thread);
    await thread.close();
    const stopped = { code: 'ERR_WORKER_STOPPED', message: 'The process is stopping' };
    expect(await ended).toMatchObject(stopped);
    await expect(thread.run('doubling', 21)).rejects.toMatchObject(stopped);
  });

  it('can be closed while the thread starts', async () => {
    const thread = open();
    const refused = thread.run('doubling', 21).catch((error: unknown) => error);
    await thread.close();
    expect(await refused).toMatchObject({ code: 'ERR_WORKER_STOPPED' });
  });

  it('can be closed if no task has come', async () => {
    await expect(open().close()).resolves.toBeUndefined();
  });
});

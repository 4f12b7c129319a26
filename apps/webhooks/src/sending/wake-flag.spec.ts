import { WakeFlag } from './wake-flag';

/** Whether the worker would go on at once. */
async function goesOn(flag: WakeFlag): Promise<boolean> {
  let woken = false;
  void flag.wait().then(() => (woken = true));
  await Promise.resolve();
  await Promise.resolve();
  await Promise.resolve();
  return woken;
}

test('a poke while the worker is busy is not lost', async () => {
  const flag = new WakeFlag();
  flag.poke();
  expect(await goesOn(flag)).toBe(true);
});

test('a poke ends the wait', async () => {
  const flag = new WakeFlag();
  const waiting = flag.wait();
  flag.poke();
  await expect(waiting).resolves.toBeUndefined();
});

test('without a poke the worker waits, however often it was poked before', async () => {
  const flag = new WakeFlag();
  flag.poke();
  flag.poke();
  await flag.wait();
  expect(await goesOn(flag)).toBe(false);
});

/**
 * Runs the contenders in turn, every other round in reverse order, so that noise and slow drifts of the machine (caches, heat,
 * a growing table) affect all of them. Returns the results of each one, round by round.
 */
export async function alternate<Name extends string, Result>(
  rounds: number,
  contenders: Readonly<Record<Name, () => Promise<Result>>>,
): Promise<Record<Name, Result[]>> {
  const names = Object.keys(contenders) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Result[]])) as Record<Name, Result[]>;
  for (let round = 0; round < rounds; round += 1) {
    for (const name of round % 2 === 0 ? names : [...names].reverse()) {
      results[name].push(await contenders[name]());
    }
  }
  return results;
}

/**
 * Runs the contenders by turns, every other round in reverse order, so that noise of the machine and slow drifts
 * (caches, heat, a growing table) meet all of them. Resolves to each one's results, round by round.
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

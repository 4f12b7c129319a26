/** Returns the option `step` after the current one. Behind the last comes the first. */
export function nextOption<T>(options: readonly T[], current: T | undefined, step: number): T | undefined {
  const at = current === undefined ? -1 : options.indexOf(current);
  return options[(at + step + options.length) % options.length];
}

/** Runs the method of a background chore as the registry does: again, as long as it returns that there is more to do. */
export async function runWhole(chore: () => Promise<boolean | void>): Promise<void> {
  while ((await chore()) === true);
}

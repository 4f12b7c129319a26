import { lazy as lazyComponent } from 'react';
import { serverWatch } from './server-watch';

/**
 * Loads a part of the code. While the server is away it waits, so that the page stays and nothing that was typed is lost. Throws if
 * the server answers and the file does not exist, which is one of an earlier release.
 */
export async function loadCode<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch (error) {
    if (await serverWatch.suspect()) throw error;
    await serverWatch.back();
    return load();
  }
}

/** A component whose code is loaded when it is first shown. React's own would break the page for good if that fails once. */
export const lazy: typeof lazyComponent = (load) => lazyComponent(() => loadCode(load));

import { lazy as lazyComponent } from 'react';
import { type ServerWatch, serverWatch } from './server-watch';

/**
 * Loads a part of the code. While the server is away it waits, so that the page stays and nothing that was typed is lost. Throws if
 * the file is missing also at the second attempt, because it is one of an earlier release. The first attempt may have failed just
 * before the server came back.
 */
export async function loadCode<T>(load: () => Promise<T>, watch: ServerWatch = serverWatch): Promise<T> {
  try {
    return await load();
  } catch {
    if (!(await watch.suspect())) await watch.back();
    return load();
  }
}

/** A component whose code is loaded when it is first shown. React's own would break the page for good if that fails once. */
export const lazy: typeof lazyComponent = (load) => lazyComponent(() => loadCode(load));

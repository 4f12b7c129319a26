import { lazy as lazyComponent } from 'react';
import { type ServerWatch, serverWatch } from './server-watch';

/**
 * Loads a part of the code. While the server is away it waits, so that the page stays and nothing that was typed is lost. The second
 * attempt is made also if the server answers, because it may have come back just after the first one. Throws if both fail: the file
 * is one of an earlier release, or the browser keeps failed imports, as Firefox did before 155 (whatwg/html#6768).
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

/** The paths of health checks begin with this. */
export const PROBES = '/health/';

/**
 * Returns true for the path or the pattern of a health check. Probes are not measured, traced or logged at the level info: on a
 * quiet service they outnumber the requests, and a replica that is not ready answers them with 503.
 */
export function isProbe(path: string | undefined): boolean {
  return path?.startsWith(PROBES) === true;
}

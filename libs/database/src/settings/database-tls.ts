import { ownValue, parseUrl } from '@plaudit/contracts';
import type { ReadSettings, Settings } from './secret-settings';
import { fileProblem, pemProblem } from './setting-files';

/** The setting of each file, and the parameter of a Postgres URL that means the same. */
const FILES = {
  DATABASE_TLS_CA: 'sslrootcert',
  DATABASE_TLS_CERT: 'sslcert',
  DATABASE_TLS_KEY: 'sslkey',
} as const;

/** Every parameter of a URL with which pg chooses TLS. */
const TLS_PARAMETERS = ['ssl', 'sslmode', 'sslrootcert', 'sslcert', 'sslkey', 'uselibpqcompat'];

const URLS = ['DATABASE_URL', 'DATABASE_DIRECT_URL', 'DATABASE_ADMIN_URL'];

/**
 * Returns the settings with the files of DATABASE_TLS_CA, DATABASE_TLS_CERT and DATABASE_TLS_KEY in the URLs of Postgres, as
 * libpq writes them: `sslmode=verify-full`, so that the certificate of the server and its host name are checked. pg reads the
 * files for each new connection, so renewed ones are used. A URL that asks for other TLS than the settings is a problem.
 */
export function withDatabaseTls(given: Settings): ReadSettings {
  const wanted = wantedParameters(given);
  if (wanted === null) return { settings: given, problems: [] };
  const problems = Object.keys(FILES).map((name) => fileProblem(name, ownValue(given, name), pemProblem));
  if (Boolean(given['DATABASE_TLS_CERT']) !== Boolean(given['DATABASE_TLS_KEY']))
    problems.push('DATABASE_TLS_CERT and DATABASE_TLS_KEY belong together; set both');
  const settings: Record<string, string | undefined> = { ...given };
  for (const name of URLS) {
    const url = ownValue(given, name);
    if (!url) continue;
    const problem = urlProblem(name, url, wanted);
    problems.push(problem);
    if (!problem) settings[name] = withParameters(url, wanted);
  }
  return { settings, problems: problems.filter((problem) => problem !== null) };
}

/** Returns null if no setting asks for TLS. */
function wantedParameters(given: Settings): Readonly<Record<string, string>> | null {
  const set = Object.entries(FILES).filter(([name]) => ownValue(given, name));
  if (set.length === 0) return null;
  return {
    sslmode: 'verify-full',
    ...Object.fromEntries(set.map(([name, parameter]) => [parameter, ownValue(given, name) as string])),
  };
}

function urlProblem(name: string, text: string, wanted: Readonly<Record<string, string>>): string | null {
  if (!namesHost(text))
    return `${name} must name a host if DATABASE_TLS_CA, DATABASE_TLS_CERT or DATABASE_TLS_KEY is set`;
  const { searchParams } = new URL(text);
  const other = TLS_PARAMETERS.find(
    (one) => searchParams.has(one) && searchParams.get(one) !== ownValue(wanted, one),
  );
  if (other === undefined) return null;
  return `${name} must not contain ${other}, because DATABASE_TLS_CA, DATABASE_TLS_CERT and DATABASE_TLS_KEY replace it; remove ${other} from the URL, or unset those settings`;
}

/** Returns false for a socket in the file system, which has no host name that a certificate could confirm. */
function namesHost(text: string): boolean {
  const url = parseUrl(text);
  if (!url) return false;
  const { hostname, searchParams } = url;
  return /^[^/]/.test(searchParams.get('host') ?? hostname);
}

function withParameters(text: string, wanted: Readonly<Record<string, string>>): string {
  const url = new URL(text);
  for (const [parameter, value] of Object.entries(wanted)) url.searchParams.set(parameter, value);
  return url.toString();
}

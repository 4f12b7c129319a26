import satisfies from 'spdx-satisfies';

import type { Lockfile } from './lockfile';

export interface LicenceReport {
  /** The number of packages under each SPDX expression. */
  counts: Record<string, number>;
  /** Packages that may not be shipped, as `name@version: licence`. */
  forbidden: string[];
  /** Packages whose licence a person has to read, in the same form. */
  unknown: string[];
}

/** Licences that allow use in a product under MIT. LGPL and MPL do so for libraries that are not changed. */
const ACCEPTED = [
  '0BSD',
  'Apache-2.0',
  'Artistic-2.0',
  'BlueOak-1.0.0',
  'BSD-2-Clause',
  'BSD-3-Clause',
  'CC-BY-3.0',
  'CC-BY-4.0',
  'CC0-1.0',
  'ISC',
  'LGPL-2.1-or-later',
  'LGPL-3.0-or-later',
  'MIT',
  'MIT-0',
  'MPL-2.0',
  'OFL-1.1',
  'Python-2.0',
  'Unicode-3.0',
  'Unlicense',
  'Zlib',
];

/** Licences that oblige users to publish their code, forbid commercial use, or are not open source. */
const FORBIDDEN =
  /\b(A?GPL-\d|SSPL|BUSL|Elastic|CC-BY-NC|CC-BY-ND|PolyForm|Commons-Clause|OSL-|EUPL|CPAL|UNLICENSED)/i;

/** Reads the licence of every package of a lockfile. Our own packages, which are links, are left out. */
export function checkLicences({ packages }: Lockfile): LicenceReport {
  const report: LicenceReport = { counts: {}, forbidden: [], unknown: [] };
  for (const [path, { version, license, link }] of Object.entries(packages)) {
    const at = path.lastIndexOf('node_modules/');
    if (at === -1 || link) continue;
    const licence = license ?? 'none named';
    report.counts[licence] = (report.counts[licence] ?? 0) + 1;
    if (isAccepted(licence)) continue;
    const entry = `${path.slice(at + 'node_modules/'.length)}@${version}: ${licence}`;
    (FORBIDDEN.test(licence) ? report.forbidden : report.unknown).push(entry);
  }
  return report;
}

/** Returns false for text that is no SPDX expression. */
function isAccepted(licence: string): boolean {
  try {
    return satisfies(licence, ACCEPTED);
  } catch {
    return false;
  }
}

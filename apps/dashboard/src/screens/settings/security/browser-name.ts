/** The more particular names stand first, because their browsers also name the others. */
const BROWSERS: readonly [RegExp, string][] = [
  [/\bEdgA?\/|\bEdgiOS\//, 'Edge'],
  [/\bOPR\/|\bOPT\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\b(Firefox|FxiOS)\//, 'Firefox'],
  [/\b(Chrome|CriOS|HeadlessChrome)\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
  [/^curl\//, 'curl'],
];
const SYSTEMS: readonly [RegExp, string][] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bAndroid\b/, 'Android'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bLinux\b/, 'Linux'],
];

/** Returns the browser and the system that a User-Agent names. Null for what it does not name. */
export function browserName(agent: string): { browser: string | null; system: string | null } {
  return { browser: firstOf(BROWSERS, agent), system: firstOf(SYSTEMS, agent) };
}

function firstOf(names: readonly [RegExp, string][], agent: string): string | null {
  return names.find(([pattern]) => pattern.test(agent))?.[1] ?? null;
}

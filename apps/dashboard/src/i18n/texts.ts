import { ownValue } from '@plaudit/contracts/own-value';
import { use, useMemo } from 'react';
import { loadCode } from '../api/load-code';
import { usePreferences } from '../app/preferences';
import type { ValuesOfTexts } from './generated/text-values';
import { Interpolator, type MessageFile, type TextValues } from './interpolate';
import type { Language } from './languages';

/** The texts of each part of the dashboard, typed by the English file. */
export interface Messages {
  common: typeof import('./messages/en/common.json');
  errors: typeof import('./messages/en/errors.json');
  overview: typeof import('./messages/en/overview.json');
  inbox: typeof import('./messages/en/inbox.json');
  inbox_detail: typeof import('./messages/en/inbox_detail.json');
  import: typeof import('./messages/en/import.json');
  channels: typeof import('./messages/en/channels.json');
  widgets: typeof import('./messages/en/widgets.json');
  invitations: typeof import('./messages/en/invitations.json');
  invite_import: typeof import('./messages/en/invite_import.json');
  invite_profile: typeof import('./messages/en/invite_profile.json');
  forms: typeof import('./messages/en/forms.json');
  reports: typeof import('./messages/en/reports.json');
  settings: typeof import('./messages/en/settings.json');
  webhooks: typeof import('./messages/en/webhooks.json');
  session: typeof import('./messages/en/session.json');
  apps: typeof import('./messages/en/apps.json');
  palette: typeof import('./messages/en/palette.json');
}
export type Namespace = keyof Messages;
type KeyOf<N extends Namespace> = keyof Messages[N] & string;

/** The values of one text. `unknown` for a text without values. */
type ValuesOf<N extends Namespace, K> = K extends keyof ValuesOfTexts[N] ? ValuesOfTexts[N][K] : unknown;

/** The values that all texts of a union need together. */
type ValuesOfAll<N extends Namespace, K> = (
  K extends unknown ? (values: ValuesOf<N, K>) => void : never
) extends (values: infer All) => void
  ? All
  : never;

/** Writes a text. The values that it needs must be given, and no others. */
export type Translate<N extends Namespace> = <K extends KeyOf<N>>(
  key: K,
  ...values: unknown extends ValuesOfAll<N, K> ? [] : [values: ValuesOfAll<N, K>]
) => string;

/** The files of one language, which are listed apart so that nobody loads the list of the others. */
const languages: Readonly<Record<Language, () => Promise<typeof import('./messages/en/files')>>> = {
  en: () => import('./messages/en/files'),
  fr: () => import('./messages/fr/files'),
  es: () => import('./messages/es/files'),
  pt: () => import('./messages/pt/files'),
  de: () => import('./messages/de/files'),
  it: () => import('./messages/it/files'),
};
const loads = new Map<string, Promise<MessageFile>>();
const interpolators = new Map<Language, Interpolator>();

/** Loads the texts of a part. Repeated calls share one load. */
export function loadTexts(language: Language, namespace: Namespace): Promise<MessageFile> {
  const name = `${language}/${namespace}`;
  const known = loads.get(name);
  if (known) return known;
  const loading = loadCode(() => load(language, namespace));
  loads.set(name, loading);
  // The next attempt loads again.
  loading.catch(() => loads.delete(name));
  return loading;
}

async function load(language: Language, namespace: Namespace): Promise<MessageFile> {
  const { files } = await languages[language]();
  const file = files[`./${namespace}.json`];
  if (!file) throw new Error(`there are no texts of ${namespace} in ${language}`);
  return file();
}

/** Returns the function that writes the texts of a part in the chosen language. Suspends until they are loaded. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const { language } = usePreferences();
  const texts = use(loadTexts(language, namespace));
  return useMemo(() => {
    const write = (key: string, values?: TextValues): string =>
      interpolatorOf(language).write(ownValue(texts, key) ?? key, values);
    return write as Translate<N>;
  }, [language, texts]);
}

function interpolatorOf(language: Language): Interpolator {
  const known = interpolators.get(language);
  if (known) return known;
  const made = new Interpolator(language);
  interpolators.set(language, made);
  return made;
}

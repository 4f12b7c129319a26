import { use, useMemo } from 'react';
import { usePreferences } from '../app/preferences';
import { Interpolator, type Text, type TextValues } from './interpolate';
import type { Language } from './languages';

/** The texts of each part of the dashboard, typed by the English file. */
export interface Messages {
  common: typeof import('./messages/en/common.json');
  overview: typeof import('./messages/en/overview.json');
  inbox: typeof import('./messages/en/inbox.json');
  inbox_detail: typeof import('./messages/en/inbox_detail.json');
  import: typeof import('./messages/en/import.json');
  channels: typeof import('./messages/en/channels.json');
  widgets: typeof import('./messages/en/widgets.json');
  invitations: typeof import('./messages/en/invitations.json');
  invite_import: typeof import('./messages/en/invite_import.json');
  invite_profile: typeof import('./messages/en/invite_profile.json');
  reports: typeof import('./messages/en/reports.json');
  settings: typeof import('./messages/en/settings.json');
  webhooks: typeof import('./messages/en/webhooks.json');
  session: typeof import('./messages/en/session.json');
  palette: typeof import('./messages/en/palette.json');
}
export type Namespace = keyof Messages;
export type Translate<N extends Namespace> = (key: keyof Messages[N] & string, values?: TextValues) => string;

type MessageFile = Readonly<Record<string, Text>>;

const files = import.meta.glob<MessageFile>('./messages/*/*.json', { import: 'default' });
const loads = new Map<string, Promise<MessageFile>>();
const interpolators = new Map<Language, Interpolator>();

/** Loads the texts of a part. A part that a language lacks is shown in English. Repeated calls share one load. */
export function loadTexts(language: Language, namespace: Namespace): Promise<MessageFile> {
  const path = `./messages/${language}/${namespace}.json`;
  const known = loads.get(path);
  if (known) return known;
  const load = files[path] ?? files[`./messages/en/${namespace}.json`];
  if (!load) throw new Error(`there are no texts of ${namespace}`);
  const loading = load();
  loads.set(path, loading);
  // The next attempt loads again.
  loading.catch(() => loads.delete(path));
  return loading;
}

/** Returns the function that writes the texts of a part in the chosen language. Suspends until they are loaded. */
export function useTexts<N extends Namespace>(namespace: N): Translate<N> {
  const { language } = usePreferences();
  const texts = use(loadTexts(language, namespace));
  return useMemo(
    () => (key, values) => interpolatorOf(language).write(texts[key] ?? key, values),
    [language, texts],
  );
}

function interpolatorOf(language: Language): Interpolator {
  const known = interpolators.get(language);
  if (known) return known;
  const made = new Interpolator(language);
  interpolators.set(language, made);
  return made;
}

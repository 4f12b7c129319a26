import { createContext, type ReactNode, use, useCallback, useEffect, useMemo, useState } from 'react';
import { bestLanguage, directionOf, isLanguage, type Language } from '../i18n/languages';

export type Theme = 'system' | 'light' | 'dark';

/** What a person chose in this browser. */
export interface Preferences {
  language: Language;
  theme: Theme;
  /** The IANA name. Undefined for the zone of the browser. */
  timeZone: string | undefined;
  /** False if single keys such as A must do nothing. */
  singleKeys: boolean;
}

interface PreferencesContext extends Preferences {
  change(change: Partial<Preferences>): void;
}

const PREFIX = 'plaudit.';
const Context = createContext<PreferencesContext | null>(null);

/** Returns the preferences and the function that changes them. */
export function usePreferences(): PreferencesContext {
  const preferences = use(Context);
  if (!preferences) throw new Error('there are no preferences above this component');
  return preferences;
}

/** Holds the preferences, stores them in the browser and applies theme and language to the page. */
export function PreferencesProvider({ children }: { children: ReactNode }): ReactNode {
  const [preferences, setPreferences] = useState(readPreferences);
  const change = useCallback((changed: Partial<Preferences>) => {
    for (const [name, value] of Object.entries(changed) as [string, string | boolean | undefined][])
      store(name, value);
    setPreferences((current) => ({ ...current, ...changed }));
  }, []);
  const { language, theme } = preferences;
  useEffect(() => {
    const { documentElement: page } = document;
    page.lang = language;
    page.dir = directionOf(language);
    if (theme === 'system') delete page.dataset.theme;
    else page.dataset.theme = theme;
  }, [language, theme]);
  const value = useMemo(() => ({ ...preferences, change }), [preferences, change]);
  return <Context value={value}>{children}</Context>;
}

/** Reads the stored preferences. What is missing or unknown has the value of the browser. */
export function readPreferences(): Preferences {
  const language = localStorage.getItem(`${PREFIX}language`);
  const theme = localStorage.getItem(`${PREFIX}theme`);
  return {
    language: isLanguage(language) ? language : bestLanguage(navigator.languages),
    theme: theme === 'light' || theme === 'dark' ? theme : 'system',
    timeZone: localStorage.getItem(`${PREFIX}timeZone`) ?? undefined,
    singleKeys: localStorage.getItem(`${PREFIX}singleKeys`) !== 'false',
  };
}

function store(name: string, value: string | boolean | undefined): void {
  if (value === undefined) localStorage.removeItem(PREFIX + name);
  else localStorage.setItem(PREFIX + name, String(value));
}

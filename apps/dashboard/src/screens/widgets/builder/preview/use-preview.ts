import type { Schema } from '@plaudit/client';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useApi } from '../../../../api/api';
import { usePreferences } from '../../../../app/preferences';
import { type Json, valueAt } from '../draft/json-paths';
import { Latest } from './latest';
import type { PreviewData } from './preview-page';
import { isStyleOnly, styleOverlay } from './style-overlay';

/** What is previewed: a stored widget or a new one of a type, and what differs from it. */
export interface PreviewTarget {
  id?: number;
  type?: string;
  patch: Json;
  /** The complete settings that result. */
  settings: Json;
  /** True for invented reviews. */
  sample?: boolean;
}

export interface Preview {
  data: PreviewData | null;
  error: unknown;
}

interface Drawn {
  data: PreviewData;
  settings: Json;
  sample: boolean;
}

/** The pause between two requests, in ms: the service allows 20 requests a second. */
const PAUSE_MS = 100;
/** The element shows changes of style by itself, so the service is asked only after the last one, in ms. */
const STYLE_MS = 500;

/**
 * Asks the service what the widget would show, at most one request at a time. Changes of colours and sizes are shown at once
 * by rules that are added to the last response, and confirmed by the service afterwards.
 */
export function usePreview(target: PreviewTarget | null): Preview {
  const { client } = useApi();
  const [drawn, setDrawn] = useState<Drawn | null>(null);
  const [error, setError] = useState<unknown>(null);
  const latest = useRef<Latest<PreviewTarget> | null>(null);
  const last = useRef<Drawn | null>(null);
  useEffect(() => {
    const send = async ({ settings, patch, ...request }: PreviewTarget): Promise<void> => {
      try {
        const body = { ...request, settings: patch } as Schema<'WidgetPreviewInput'>;
        const data = (await client.post('/widgets/preview', { body })) as unknown as PreviewData;
        last.current = { data: fromHere(data), settings, sample: request.sample ?? false };
        setDrawn(last.current);
        setError(null);
      } catch (failure) {
        setError(failure);
      }
    };
    const requests = new Latest(send, () => new Promise((resolve) => setTimeout(resolve, PAUSE_MS)));
    latest.current = requests;
    return () => requests.stop();
  }, [client]);
  const { language } = usePreferences();
  // A widget without a language of its own takes that of the page, for which the language of the dashboard stands.
  const follows = valueAt(target?.settings, ['i18n', 'locale']) === 'auto';
  const wish = target && JSON.stringify(follows ? { ...target, lang: language } : target);
  useEffect(() => {
    if (wish === null) return undefined;
    const wished = JSON.parse(wish) as PreviewTarget;
    const before = last.current;
    const styled =
      before !== null &&
      before.sample === (wished.sample ?? false) &&
      isStyleOnly(before.settings, wished.settings);
    if (!styled) {
      latest.current?.ask(wished);
      return undefined;
    }
    const timer = setTimeout(() => latest.current?.ask(wished), STYLE_MS);
    return () => clearTimeout(timer);
  }, [wish]);
  const overlay = drawn && target ? styleOverlay(drawn.settings, target.settings) : '';
  const data = useMemo(
    () => drawn && (overlay ? { ...drawn.data, css: drawn.data.css + overlay } : drawn.data),
    [drawn, overlay],
  );
  return { data, error };
}

/** Images of the service are requested from the origin of the page, whatever the public address of the service is. */
function fromHere(data: PreviewData): PreviewData {
  const text = JSON.stringify(data).replaceAll(/"https?:\/\/[^"/]+(\/embed\/v1\/)/g, `"${location.origin}$1`);
  return JSON.parse(text) as PreviewData;
}

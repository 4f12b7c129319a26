import { useQueryClient } from '@tanstack/react-query';
import {
  type Dispatch,
  type SetStateAction,
  useEffect,
  useMemo,
  useState,
  useSyncExternalStore,
} from 'react';
import { useApi } from '../../api/api';
import { type CsvTable, parseReviewCsv } from '../../csv/csv-parser';
import {
  type ImportSettings,
  firstSettings,
  readingOf,
  shownRowsOf,
  usesOf,
} from './columns/import-settings';
import type { ImportFile } from './file/import-file';
import { REQUIRED_FIELDS } from './rows/import-fields';
import { ImportModel } from './rows/import-model';
import { sourceIdOf } from './source-field';

/** A check begins after the person made no further choice for this long, in ms. */
const CHECK_DELAY_MS = 400;

/** Reads a file by the settings, has its rows checked after each change, and imports them. */
export function useBench(file: ImportFile) {
  const { table, settings, setSettings, ...choose } = useReading(file);
  const model = useImportModel();
  const state = useSyncExternalStore(model.subscribe, model.get);
  const { hasHeader, uses, scale, order } = settings;
  const isMapped = REQUIRED_FIELDS.every((field) => uses.includes(field));
  const shown = useMemo(() => shownRowsOf(table, hasHeader, uses), [table, hasHeader, uses]);
  useEffect(() => {
    model.load(isMapped ? shown.rows : [], uses, { scale, order });
    if (!isMapped) return undefined;
    const timer = setTimeout(() => void model.check(), CHECK_DELAY_MS);
    return () => clearTimeout(timer);
  }, [model, shown, uses, scale, order, isMapped]);
  useEffect(() => () => model.stop(), [model]);
  const source = useSend(model, settings, setSettings);
  return { table, shown, settings, setSettings, ...choose, model, state, isMapped, source };
}

/** The table of a file and how it is read, first by guesses and then as the person chooses. */
function useReading(file: ImportFile) {
  const [delimiter, setDelimiter] = useState<string | undefined>(undefined);
  const table = useMemo(() => parseReviewCsv(file.text, delimiter), [file, delimiter]);
  const [settings, setSettings] = useState(() => firstSettings(table, file.name));
  const reread = (hasHeader: boolean, from: CsvTable): void => {
    const uses = usesOf(from, hasHeader);
    setSettings({ ...settings, hasHeader, uses, ...readingOf(from, hasHeader, uses) });
  };
  return {
    table,
    settings,
    setSettings,
    chooseHeader: (chosen: boolean) => reread(chosen, table),
    chooseDelimiter: (chosen: string) => {
      setDelimiter(chosen);
      reread(settings.hasHeader, parseReviewCsv(file.text, chosen));
    },
  };
}

function useImportModel(): ImportModel {
  const { client } = useApi();
  const [model] = useState(
    () =>
      new ImportModel((body, key) =>
        client.post('/reviews/add_bulk', {
          ...(key && { params: { header: { 'Idempotency-Key': key } } }),
          body,
        }),
      ),
  );
  return model;
}

/** Creates the source if it is new, then imports. A created source is chosen from then on. */
function useSend(
  model: ImportModel,
  { source, scale, order, isApproved }: ImportSettings,
  setSettings: Dispatch<SetStateAction<ImportSettings>>,
) {
  const api = useApi();
  const queries = useQueryClient();
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const send = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const sourceId = await sourceIdOf(api, source);
      setSettings((current) => ({ ...current, source: { kind: 'known', id: sourceId } }));
      setBusy(false);
      await model.send({ scale, order, sourceId, isApproved });
    } catch (refused) {
      setError(refused);
    }
    setBusy(false);
    for (const resource of ['reviews', 'sources', 'tags', 'reports'] as const)
      void queries.invalidateQueries({ queryKey: api.key(resource) });
  };
  return { send, isBusy, error };
}

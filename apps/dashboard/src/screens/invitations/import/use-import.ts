import type { Schema } from '@plaudit/client';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useApi } from '../../../api/api';
import {
  type Batch,
  type BatchProgress,
  type BatchRun,
  runBatches,
  splitBatches,
} from '../../../csv/batch-runner';
import type { ImportField } from './import-fields';
import {
  BATCH_SIZE,
  type ImportOptions,
  type ImportRow,
  inputOf,
  withAnswer,
  withValue,
} from './import-rows';

export type ImportPhase = 'idle' | 'checking' | 'importing';
type Outcome = BatchRun<ImportRow, Schema<'InviteBulk'>>;

export interface InviteImport {
  rows: readonly ImportRow[];
  phase: ImportPhase;
  progress: BatchProgress | null;
  /** How many requests were added so far. A row whose reference was known added none. */
  added: number;
  /** How the last import ended. Null before the first. */
  outcome: Outcome | null;
  /** Why the last check ended early. */
  checkError: unknown;
  check(rows: readonly ImportRow[]): void;
  /** Imports the rows that are ready. */
  send(): void;
  /** Sends batches without an answer once more, and those that were not sent. */
  sendRest(): void;
  stop(): void;
  edit(line: number, field: ImportField, value: string): void;
}

/** Checks and imports rows in batches. What has no answer can be sent again under the same key, so that nothing is added twice. */
export function useImport(first: readonly ImportRow[], options: ImportOptions): InviteImport {
  const api = useApi();
  const queries = useQueryClient();
  const [rows, setRows] = useState(first);
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [added, setAdded] = useState(0);
  const [checkError, setCheckError] = useState<unknown>(null);
  const control = useRef(new AbortController());

  const post = async (batch: Batch<ImportRow>, isDry: boolean): Promise<Schema<'InviteBulk'>> => {
    const requests = batch.items.map((row) => inputOf(row, options));
    const answer = await api.client.post('/invite/requests/add_bulk', {
      ...(!isDry && { params: { header: { 'Idempotency-Key': batch.key } } }),
      body: {
        requests,
        validate_only: isDry,
        ...(options.settingsId !== null && { settings_id: options.settingsId }),
      },
    });
    setRows((current) => withAnswer(current, batch, answer));
    setAdded((current) => current + answer.inserted);
    return answer;
  };
  const run = async (batches: readonly Batch<ImportRow>[], isDry: boolean): Promise<Outcome> => {
    control.current = new AbortController();
    setProgress({ done: 0, total: batches.reduce((sum, { items }) => sum + items.length, 0) });
    setPhase(isDry ? 'checking' : 'importing');
    const { signal } = control.current;
    const ended = await runBatches(batches, (batch) => post(batch, isDry), {
      signal,
      onProgress: setProgress,
    });
    setPhase('idle');
    return ended;
  };
  const check = (checked: readonly ImportRow[]): void => {
    const unchecked = checked.filter(({ state }) => state.kind === 'unchecked');
    if (phase !== 'idle' || unchecked.length === 0) return;
    void run(splitBatches(unchecked, BATCH_SIZE, 'check'), true).then(({ failed }) =>
      setCheckError(failed[0]?.error ?? null),
    );
  };
  const importBatches = (batches: readonly Batch<ImportRow>[]): void => {
    if (phase !== 'idle' || batches.length === 0) return;
    void run(batches, false).then((ended) => {
      setOutcome(ended);
      void queries.invalidateQueries({ queryKey: api.key('invites') });
    });
  };
  return {
    rows,
    phase,
    progress,
    added,
    outcome,
    checkError,
    check,
    send: () => {
      const ready = rows.filter(({ state }) => state.kind === 'ready');
      importBatches(splitBatches(ready, BATCH_SIZE, crypto.randomUUID()));
    },
    sendRest: () => {
      if (outcome) importBatches([...outcome.failed.map(({ batch }) => batch), ...outcome.unsent]);
    },
    stop: () => control.current.abort(),
    edit: (line, field, value) => setRows((current) => withValue(current, line, field, value)),
  };
}

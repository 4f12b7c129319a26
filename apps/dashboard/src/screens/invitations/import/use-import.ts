import { idempotencyKey, type Schema } from '@plaudit/client';
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
  const [added, setAdded] = useState(0);
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  const [checkError, setCheckError] = useState<unknown>(null);
  const { phase, progress, run, stop } = useBatches(options, (batch, answer) => {
    setRows((current) => withAnswer(current, batch, answer));
    setAdded((current) => current + answer.inserted);
  });
  const check = (checked: readonly ImportRow[]): void => {
    const unchecked = checked.filter(({ state }) => state.kind === 'unchecked');
    void run(splitBatches(unchecked, BATCH_SIZE, 'check'), 'checking').then(
      (ended) => ended && setCheckError(ended.failed[0]?.error ?? null),
    );
  };
  const importBatches = (batches: readonly Batch<ImportRow>[]): void =>
    void run(batches, 'importing').then((ended) => {
      if (ended) setOutcome(ended);
      void queries.invalidateQueries({ queryKey: api.key('invites') });
    });
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
      importBatches(splitBatches(ready, BATCH_SIZE, idempotencyKey()));
    },
    sendRest: () => {
      if (outcome) importBatches([...outcome.failed.map(({ batch }) => batch), ...outcome.unsent]);
    },
    stop,
    edit: (line, field, value) => setRows((current) => withValue(current, line, field, value)),
  };
}

/** Sends batches, one run at a time. `run` resolves to null if another run is under way or there is nothing to send. */
function useBatches(
  options: ImportOptions,
  onAnswer: (batch: Batch<ImportRow>, answer: Schema<'InviteBulk'>) => void,
) {
  const api = useApi();
  const [phase, setPhase] = useState<ImportPhase>('idle');
  const [progress, setProgress] = useState<BatchProgress | null>(null);
  const control = useRef(new AbortController());
  const isRunning = useRef(false);
  const post = async (batch: Batch<ImportRow>, isDry: boolean): Promise<Schema<'InviteBulk'>> => {
    const answer = await api.client.post('/invite/requests/add_bulk', {
      ...(!isDry && { params: { header: { 'Idempotency-Key': batch.key } } }),
      body: {
        requests: batch.items.map((row) => inputOf(row, options)),
        validate_only: isDry,
        ...(options.settingsId !== null && { settings_id: options.settingsId }),
      },
    });
    onAnswer(batch, answer);
    return answer;
  };
  const run = async (
    batches: readonly Batch<ImportRow>[],
    kind: Exclude<ImportPhase, 'idle'>,
  ): Promise<Outcome | null> => {
    if (isRunning.current || batches.length === 0) return null;
    isRunning.current = true;
    control.current = new AbortController();
    const { signal } = control.current;
    setProgress({ done: 0, total: batches.reduce((sum, { items }) => sum + items.length, 0) });
    setPhase(kind);
    const ended = await runBatches(batches, (batch) => post(batch, kind === 'checking'), {
      signal,
      onProgress: setProgress,
    });
    isRunning.current = false;
    setPhase('idle');
    return ended;
  };
  return { phase, progress, run, stop: () => control.current.abort() };
}

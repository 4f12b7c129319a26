import { idempotencyKey, type Schema } from '@plaudit/client';
import { type Batch, type BatchProgress, type BatchRun, runBatches } from '../../../csv/batch-runner';
import type { CsvRow } from '../../../csv/csv-parser';
import { splitRows } from './import-batches';
import type { ColumnUses } from './import-fields';
import {
  importRows,
  inputOf,
  type ImportRow,
  type ReadOptions,
  type RowValues,
  type SendOptions,
  withAnswer,
  withValue,
} from './import-rows';

/** Sends a request to add reviews in bulk. `key` makes a repeat of it harmless. */
export type SendBulk = (body: Schema<'ReviewBulkInput'>, key: string | null) => Promise<Schema<'ReviewBulk'>>;
type Outcome = BatchRun<ImportRow, Schema<'ReviewBulk'>>;

export interface ImportState {
  rows: readonly ImportRow[];
  phase: 'idle' | 'checking' | 'importing';
  progress: BatchProgress | null;
  /** Why the last check ended early. */
  checkError: unknown;
  /** How the last import ended. Null before the first. */
  outcome: Outcome | null;
}

const CHECK_ONLY = { sourceId: null, isApproved: false };

/** Holds the rows of a file, has them checked by the server and imports those that are ready. */
export class ImportModel {
  private state: ImportState = { rows: [], phase: 'idle', progress: null, checkError: null, outcome: null };
  private read: ReadOptions = { scale: 5, order: 'day_first' };
  private sent: SendOptions | null = null;
  private readonly edits = new Map<number, RowValues>();
  private readonly listeners = new Set<() => void>();
  /** Stops what is under way. A new one for each run. */
  private control = new AbortController();

  constructor(private readonly sendBulk: SendBulk) {}

  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener);
    return () => void this.listeners.delete(listener);
  };

  readonly get = (): ImportState => this.state;

  /** What a person changed in a row. */
  editsOf(line: number): RowValues {
    return this.edits.get(line) ?? {};
  }

  /** Replaces the rows, because the file or the way to read it changed. What a person changed in them stays. */
  load(rows: readonly CsvRow[], uses: ColumnUses, read: ReadOptions): void {
    this.control.abort();
    this.control = new AbortController();
    this.read = read;
    this.set({
      rows: importRows(rows, uses, this.edits, read),
      phase: 'idle',
      progress: null,
      checkError: null,
      outcome: null,
    });
  }

  /** Asks the server about the rows that were not checked yet. Nothing is stored. */
  async check(): Promise<void> {
    if (this.state.phase === 'importing') return;
    const rows = this.state.rows.filter(({ state }) => state.kind === 'unchecked');
    const batches = splitRows(rows, { ...this.read, ...CHECK_ONLY }, 'check');
    const run = await this.run('checking', batches, { ...this.read, ...CHECK_ONLY });
    if (run) this.set({ checkError: run.failed[0]?.error ?? null });
  }

  /** Changes values of a row and has it checked at once, with the rows that are no duplicates of it any more. */
  async edit(line: number, values: RowValues): Promise<void> {
    this.edits.set(line, { ...this.edits.get(line), ...values });
    const before = new Map(this.state.rows.map((row) => [row.line, row.state.kind]));
    this.set({ rows: withValue(this.state.rows, line, values, this.read) });
    // The run that is under way brings the others.
    const changed = this.state.rows.filter(
      (row) => row.state.kind === 'unchecked' && (row.line === line || before.get(row.line) !== 'unchecked'),
    );
    const { signal } = this.control;
    for (const batch of splitRows(changed, { ...this.read, ...CHECK_ONLY }, 'edit')) {
      try {
        await this.post(batch, { ...this.read, ...CHECK_ONLY }, true, signal);
      } catch (error) {
        if (!signal.aborted) this.set({ checkError: error });
      }
    }
  }

  /** Imports the rows that are ready. */
  async send(options: SendOptions): Promise<void> {
    const ready = this.state.rows.filter(({ state }) => state.kind === 'ready');
    await this.import(splitRows(ready, options, idempotencyKey()), options);
  }

  /** Sends batches without an answer once more under their keys, and those that were not sent. */
  async sendRest(): Promise<void> {
    const { outcome } = this.state;
    if (!outcome || !this.sent) return;
    await this.import([...outcome.failed.map(({ batch }) => batch), ...outcome.unsent], this.sent);
  }

  /** Ends the run after the batch that is under way. */
  stop(): void {
    this.control.abort();
  }

  private async import(batches: readonly Batch<ImportRow>[], options: SendOptions): Promise<void> {
    this.sent = options;
    const outcome = await this.run('importing', batches, options);
    if (outcome) this.set({ outcome });
  }

  private async run(
    phase: 'checking' | 'importing',
    batches: readonly Batch<ImportRow>[],
    options: SendOptions,
  ): Promise<Outcome | null> {
    if (this.state.phase === 'importing' || batches.length === 0) return null;
    this.control.abort();
    this.control = new AbortController();
    const { control } = this;
    const total = batches.reduce((sum, { items }) => sum + items.length, 0);
    this.set({ phase, progress: { done: 0, total }, checkError: null });
    const isDry = phase === 'checking';
    const run = await runBatches(batches, (batch) => this.post(batch, options, isDry, control.signal), {
      signal: control.signal,
      onProgress: (progress) => this.control === control && this.set({ progress }),
    });
    // Another file or another run took the place of this one.
    if (this.control !== control) return null;
    this.control = new AbortController();
    this.set({ phase: 'idle', progress: null });
    return run;
  }

  private async post(
    batch: Batch<ImportRow>,
    options: SendOptions,
    isDry: boolean,
    signal: AbortSignal,
  ): Promise<Schema<'ReviewBulk'>> {
    const reviews = batch.items.map((row) => inputOf(row, options));
    const answer = await this.sendBulk({ reviews, validate_only: isDry }, isDry ? null : batch.key);
    // An answer of a dry run says nothing about rows that were replaced since. What was imported is imported.
    if (!isDry || !signal.aborted) {
      const known = new Map(this.state.rows.map((row) => [row.line, row]));
      const isCurrent = (row: ImportRow): boolean => !isDry || known.get(row.line)?.values === row.values;
      const skipped = new Set(batch.items.filter((row) => !isCurrent(row)).map(({ line }) => line));
      const rows = withAnswer(this.state.rows, batch.items, answer);
      this.set({ rows: rows.map((row) => (skipped.has(row.line) ? (known.get(row.line) ?? row) : row)) });
    }
    return answer;
  }

  private set(change: Partial<ImportState>): void {
    this.state = { ...this.state, ...change };
    for (const listener of this.listeners) listener();
  }
}

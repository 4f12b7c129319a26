/** One measured value with its labels. */
export interface Sample {
  /** A histogram's samples end in `_bucket`, `_sum` and `_count`. */
  name: string;
  labels: Record<string, string>;
  value: number;
}

/** A metric with all its series. */
export interface MetricFamily {
  name: string;
  help: string;
  type: string;
  samples: Sample[];
}

/** The metrics that a process exports. */
export class Exposition {
  private constructor(readonly families: ReadonlyMap<string, MetricFamily>) {}

  /** Reads the text format of Prometheus. Throws for a metric that is listed twice, and for a line that is no sample. */
  static read(text: string): Exposition {
    const families = new Map<string, MetricFamily>();
    let current: MetricFamily | null = null;
    for (const line of text.split('\n')) {
      const [, keyword, name = '', rest = ''] = /^# (HELP|TYPE) (\S+) ?(.*)$/.exec(line) ?? [];
      if (keyword === 'HELP') {
        if (families.has(name)) throw new Error(`${name} is listed twice`);
        current = { name, help: rest, type: '', samples: [] };
        families.set(name, current);
      } else if (keyword === 'TYPE' && current?.name === name && current.type === '') current.type = rest;
      else if (line !== '') current = add(current, line);
    }
    return new Exposition(families);
  }

  static async fetch(url: string): Promise<Exposition> {
    const response = await fetch(url);
    if (!response.ok) throw new Error(`${url} answered ${response.status}`);
    return Exposition.read(await response.text());
  }

  get samples(): Sample[] {
    return [...this.families.values()].flatMap(({ samples }) => samples);
  }

  /** Returns the samples of this name that have these labels. */
  of(name: string, labels: Record<string, string> = {}): Sample[] {
    const wanted = Object.entries(labels);
    return this.samples.filter(
      (sample) => sample.name === name && wanted.every(([label, value]) => sample.labels[label] === value),
    );
  }

  /** Returns the sum of the values of {@link of}. */
  sum(name: string, labels: Record<string, string> = {}): number {
    return this.of(name, labels).reduce((total, { value }) => total + value, 0);
  }
}

const LINE = /^([a-z_]\w*)(?:\{(.*)\})? (\S+)$/i;
const LABEL = /(\w+)="((?:[^"\\]|\\.)*)",?/y;

function add(family: MetricFamily | null, line: string): MetricFamily {
  const [, name = '', text = '', number] = LINE.exec(line) ?? [];
  const value = valueOf(number ?? '');
  const isOwn = family && [name, name.replace(/_(bucket|sum|count)$/, '')].includes(family.name);
  if (!isOwn || value === null) throw new Error(`"${line}" is no sample of ${family?.name}`);
  family.samples.push({ name, labels: labelsOf(text, line), value });
  return family;
}

/** Returns null for text that is no number. A gauge without a measurement is NaN, in any case as Prometheus reads it. */
function valueOf(text: string): number | null {
  if (/^nan$/i.test(text)) return NaN;
  const value = text === '+Inf' ? Infinity : Number(text || 'none');
  return Number.isNaN(value) ? null : value;
}

function labelsOf(text: string, line: string): Record<string, string> {
  const labels: Record<string, string> = {};
  LABEL.lastIndex = 0;
  while (LABEL.lastIndex < text.length) {
    const at = LABEL.lastIndex;
    const [, name, value] = LABEL.exec(text) ?? [];
    if (name === undefined || name in labels) throw new Error(`"${line}" has a wrong label at ${at}`);
    labels[name] = value as string;
  }
  return labels;
}
